// What only an opened cell shows (samples, percentile curves, logs): it stands in the page, or in files beside it, and
// is read group by group when it is needed.
import { unpacked } from './packed.js';

/** @param files all result files of the page, in its order
  * @param places `path` and `stamp` of the file of each group; null where everything stands in the page
  * @returns `need`, which reads what belongs to a group and returns null, or, while its file is on its way, a promise
  * that is kept in any case; `coming`, the same without asking for it; `lack`, why a group has none: a sentence, or
  * null
  */
export function detailsOf(files, places, { read = inPage, load = fromFile } = {}) {
  const asked = new Map();
  const lacking = new Map();
  const fetchOf = async (group) => {
    try {
      attach(files, JSON.parse(await load(places[group])));
    } catch (error) {
      lacking.set(group, error.message);
    }
    asked.set(group, null);
  };
  const need = (group) => {
    if (asked.has(group)) return asked.get(group);
    asked.set(group, null);
    const known = places ? null : read(group);
    if (known) attach(files, known);
    if (places && Object.hasOwn(places, group)) asked.set(group, fetchOf(group));
    return asked.get(group);
  };
  return { need, coming: (group) => asked.get(group) ?? null, lack: (group) => lacking.get(group) ?? null };
}

/** Lays what belongs to the cells of a group, and to their means, over them. */
function attach(files, { group, cells, means }) {
  const known = files.map((file) => file.cells.filter((cell) => cell.group === group));
  const ids = known.map((list) => new Set(list.map(({ id }) => id)));
  layOver(known.flat(), cells);
  layOver(files.flatMap((file, i) => (file.means ?? []).filter(({ id }) => ids[i].has(id))), means);
}

function layOver(list, packed) {
  unpacked(packed, list.length).forEach((details, i) => Object.assign(list[i], laidOver(list[i], details)));
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Of two objects, member by member. Nothing is changed, for what several cells have in common may be one object. */
function laidOver(below, above) {
  const made = { ...below };
  for (const [key, value] of Object.entries(above)) {
    made[key] = isObject(made[key]) && isObject(value) ? laidOver(made[key], value) : value;
  }
  return made;
}

function inPage(group) {
  const script = document.querySelector(`script.series[data-group="${CSS.escape(group)}"]`);
  return script && JSON.parse(script.textContent);
}

/** What files handed over and nobody took yet, by their stamps. */
const arrived = new Map();

/** A script, for a page that was opened from disk can read no other files; it hands its contents to `shootoutData`. */
function fromFile({ path, stamp }) {
  window.shootoutData = (given, text) => arrived.set(given, text);
  return new Promise((resolve, reject) => {
    const refuse = (why) => reject(new Error(`The graphs and details of these loads cannot be shown: ${why}.`));
    const script = document.createElement('script');
    script.addEventListener('error', () => refuse(`${path}, which belongs beside this page, is missing. `
      + 'Keep the folder together with the page, or draw one file with benchmark-report --single-file'));
    script.addEventListener('load', () => {
      if (!arrived.has(stamp)) refuse(`${path} is of another drawing of this page. Load the page again`);
      resolve(arrived.get(stamp));
      arrived.delete(stamp);
      script.remove();
    });
    script.src = path;
    document.head.append(script);
  });
}
