// What a broker speaks and this run left out, and the options that would measure it: who looks for a row that is not
// there learns so where rows are chosen.
import { quoted } from './again.js';
import { el } from './dom.js';

/** @param rows those that are compared
  * @param contenders all rows
  * @returns for each of their brokers that speaks more than was run: `title`, `protocols` (`name` and `title` of each)
  * and `options`, which compare the first of these with what is here. What older files do not tell is left out
  */
export function unrunOf(rows, contenders) {
  const firsts = rows.filter((row, i) => rows.findIndex(({ broker }) => broker.name === row.broker.name) === i);
  return firsts.map((row) => {
    const ran = contenders.filter(({ broker }) => broker.name === row.broker.name);
    const spoken = ran.map(({ file }) => file.protocols).find((list) => Array.isArray(list) && list.length > 0) ?? [];
    const protocols = spoken.filter(({ name }) => ran.every(({ protocol }) => protocol !== name));
    return {
      title: row.brokerTitle, protocols,
      options: `--brokers ${quoted(row.broker.name)} --protocols ${[row.protocol, protocols[0]?.name].join(',')}`,
    };
  }).filter(({ protocols }) => protocols.length > 0);
}

/** A line for each broker. */
export const unrunNotes = (rows, contenders) => unrunOf(rows, contenders).map(({ title, protocols, options }) =>
  el('p', { class: 'note unrun' }, el('strong', null, `Not run of ${title}: `),
    protocols.map((one, i) => [i > 0 && ', ', el('code', { title: one.title }, one.name)]),
    '. To compare, say: ', el('code', null, options)));
