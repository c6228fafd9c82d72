// Parts of the page that show details of a group (beside.js), which may still be on their way, or missing.
import { el } from './dom.js';

const warning = (text) => el('p', { class: 'warning' }, text);

/** Makes what shows details of a group in its place: at once if they are there, or else when they have come. */
export function whenThere(group, place, app, make) {
  const coming = app.need(group);
  if (!coming) return make();
  coming.then(() => place.isConnected && make())
    .catch((error) => place.replaceChildren(warning(`This cannot be shown: ${error.message}`)));
  return undefined;
}

/** A sentence in place of graphs whose samples are not to be had. */
export const lackOf = (group, app) => app.lack(group) && warning(app.lack(group));
