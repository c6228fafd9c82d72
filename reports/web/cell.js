// Everything about one cell: numbers, repetitions, percentiles, processor time, logs, configuration, and how to run it
// again.
import { commandsFor, declarationsOf, yamlOf } from './again.js';
import { configurationOf } from './cards.js';
import { costsTable, crashTable, dueTable, resourcesTable, samplingTable, stepsTable } from './details.js';
import { block, commands, el, folded } from './dom.js';
import { cutNote } from './drawn.js';
import { graphOf } from './graphs.js';
import { entriesBeside, lookedOf } from './looked.js';
import { drawnEntries } from './panels.js';
import { bestEntries } from './ranking.js';
import { curvesOf } from './sweeps.js';
import { latencyTable, numbersTable } from './tables.js';

/** @param app `state`, `contenders` (those shown)
  * @param graphs of the cell over time, which stand below its numbers
  */
export function cellOf(whole, app, graphs) {
  const looked = app.state.row ? lookedOf(whole, app) : null;
  const figure = {
    ...whole, entries: looked ? entriesBeside(whole, app)
      : whole.entries.filter(({ contender }) => app.contenders.includes(contender)),
  };
  const sorted = { ...figure, entries: bestEntries(figure) };
  const drawn = drawnEntries(figure, app.contenders, app.state.all);
  const curves = curvesOf(drawn);
  return [
    looked,
    el('div', { class: 'overview' }, numbersTable(sorted, app.state.row),
      curves.length > 0 && el('div', { class: 'sweeps' }, curves.map((panel) => graphOf(panel, figure.title)),
      cutNote(drawn.length, drawnEntries(figure, app.contenders, true).length, app.state))),
    graphs,
    stepsTable(sorted),
    costsTable(sorted),
    crashTable(figure),
    figure.entries.filter(({ notes }) => notes.length > 0)
      .map(({ contender, notes }) =>
        el('p', { class: 'note' }, el('strong', null, `${contender.label}: `), notes.join(' '))),
    latencyTable(sorted),
    dueTable(sorted),
    resourcesTable(sorted),
    samplingTable(sorted),
    figure.entries.filter(({ logTail }) => logTail.length > 0)
      .map(({ contender, logTail }) => folded(`${contender.label}: last log lines`, block(logTail.join('\n')))),
    folded('The scenario, and the command that runs this load again', againOf(figure)),
    folded('Configuration of the brokers', figure.entries.map(({ contender }) => [
      el('p', { class: 'subhead' }, contender.label),
      contender.broker.configuration.length + Number(Boolean(contender.broker.command)) === 0
        ? el('p', { class: 'note' }, 'Not known.') : configurationOf(contender.broker)])),
  ].flat(Infinity).filter(Boolean);
}

function againOf(figure) {
  const { axes, load, timing } = figure.sample;
  const rows = figure.entries.map(({ contender }) => contender);
  const declared = declarationsOf(figure.group, rows);
  return [
    commands(commandsFor(figure, rows)),
    declared.map(({ file, yaml, rows: own }) => [
      el('p', { class: 'note' }, 'The scenario file ', el('code', null, file),
        own.length < rows.length && ` of ${own.map(({ label }) => label).join(', ')}`, ':'),
      block(yaml),
    ]),
    declared.length > 1 && el('p', { class: 'warning' },
      'The scenario files differ: look at what changed before you compare these rows.'),
    el('p', { class: 'note' }, 'What it says for this load:'),
    block(yamlOf({ group: figure.group, id: figure.id, axes, load, timing: timing ?? {} })),
  ];
}
