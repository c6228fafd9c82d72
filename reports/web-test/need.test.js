// The question at the top of the page. The generator judges what measured loads say about a rate, a size and a latency,
// and the page chooses from that.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseState, printState } from '../web/filters/state.js';
import { answersTo, needsIn, parseNeed, printNeed, scenarioFor, usualNeed } from '../web/overview/chooser.js';
import './golden.js';

/** What the page holds of some results, with questions and their answers. */
const cases = JSON.parse(readFileSync(new URL('needs.json', import.meta.url), 'utf8'));

function viewOf({ told }) {
  const contenders = told.rows.map(({ file, keeps }) => ({ place: file, synced: keeps.includes('fsync') }));
  const entries = contenders.map((contender) => ({ contender }));
  return {
    contenders, needs: needsIn(told, (file) => contenders.find(({ place }) => place === file)),
    figures: told.loads.map(({ group, id }) => ({ group, id, entries })),
  };
}

const inShort = ({ contender, state, because = '', figure, rate, p99_us: us, below, upTo, breaks, barely, tooSlow,
    unstored }) =>
  [contender.place, state, because, figure?.id ?? null, rate ?? null, us ?? null, below?.rate ?? null, upTo ?? null,
    breaks ?? null, barely ?? false, tooSlow ?? false, state === 'yes' && unstored];

for (const { name, asks, ...made } of cases) {
  test(`the answers to ${name}`, () => {
    const { contenders, figures, needs } = viewOf(made);
    for (const [need, sure, shown, answers] of asks) {
      const app = {
        needs, figures: figures.filter(({ group, id }) => shown.some(([g, i]) => g === group && i === id)),
        contenders: contenders.filter(({ place }) => answers.some(([i]) => place === i)),
      };
      assert.deepEqual(answersTo(parseNeed(need), app, sure).map(inShort), answers, need);
    }
  });
}

test('what stands at the rate that decides comes along', () => {
  const view = viewOf(cases.find(({ name }) => name === 'sweeps'));
  const quick = answersTo(parseNeed('2000-1024-persistent-20'), view).find(({ contender }) => contender.place === 0);
  const { rate, p95_us: us, cpu_cores: cores, written_bytes_per_message: written } = quick;
  assert.deepEqual([rate, us, cores, written], [5000, 2000, 0.5, 2000]);
  assert.equal(quick.entry.contender, quick.contender);
});

test('a question is part of the address; nonsense in it asks what the result can tell', () => {
  const need = { rate: 2000, bytes: 1024, keep: 'fsync', p99Ms: 0.5 };
  assert.deepEqual(parseNeed(parseState(printState({ ...parseState(''), need: printNeed(need) })).need), need);
  for (const text of ['', '1-2', '0-1-none-1', '5-5-toString-5', 'a-b-c-d']) assert.equal(parseNeed(text), null, text);
  const of = (name) => {
    const { figures, needs } = viewOf(cases.find((one) => one.name === name));
    return printNeed(usualNeed(figures, needs));
  };
  assert.equal(of('sweeps'), '2000-1024-fsync-20', 'the disk, where a row promises it');
  assert.equal(of('sizes'), '2000-262144-fsync-20', 'a size that has rates');
  const { needs } = viewOf(cases[0]);
  assert.deepEqual(usualNeed([], needs), { rate: 2000, bytes: 1024, keep: 'persistent', p99Ms: 20 });
});

test('what would tell is a scenario with exactly this load', () => {
  assert.equal(scenarioFor({ rate: 2000, bytes: 700, keep: 'fsync', p99Ms: 20 }), `group: need
matrix: {rate: [2000/s]}
rate_sweep: {axis: rate, p99: 20 ms}
scenario:
  destinations: {type: queue}
  producers: {size: 700 B, persistent: true, confirm: receipt, window: 1000, rate: $rate}
  consumers: {}
`);
});
