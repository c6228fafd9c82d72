// The form of the question: what is typed is answered at once, and what was typed is kept in the address.
import { el } from './dom.js';
import { keptInWords } from './known.js';
import { printNeed } from './need.js';

/** The shortest body there is: the stamp takes it. */
const SHORTEST = 20;

/** So long nobody types, ms: then it is answered. */
const PAUSE_MS = 250;

const NUMBERS = [
  { name: 'rate', least: 1, before: '', after: ' messages a second' },
  { name: 'bytes', least: SHORTEST, before: 'of ', after: ' bytes,' },
  { name: 'p99Ms', least: 0.001, before: 'p99 below ', after: ' ms' },
];

/** @param answer called with what is asked, while it is typed
  * @param keep called with it when it is chosen
  * @returns the form, and `setTo`, which shows another question in it. It stays the same element, so that the keyboard
  * stays where it is
  */
export function askingOf(asked, { answer, keep }) {
  let need = asked;
  let waiting = null;
  const choice = el('select', { name: 'keep' },
    Object.entries(keptInWords()).map(([value, text]) => el('option', { value, selected: value === need.keep }, text)));
  const inputs = NUMBERS.map(({ name, least }) =>
    el('input', { type: 'number', min: least, step: 'any', value: need[name], name, required: true }));
  const rest = () => {
    clearTimeout(waiting);
    waiting = null;
  };
  const take = () => {
    for (const input of inputs) if (input.checkValidity()) need = { ...need, [input.name]: Number(input.value) };
    need = { ...need, keep: choice.value };
    return need;
  };
  const soon = () => {
    rest();
    waiting = setTimeout(() => {
      rest();
      answer(take());
    }, PAUSE_MS);
  };
  const now = () => {
    rest();
    answer(take());
    keep(need);
  };
  const labels = inputs.map((input, i) => el('label', null, NUMBERS[i].before, input, NUMBERS[i].after));
  const form = el('form', { class: 'need' }, labels.slice(0, 2),
    el('label', null, el('span', { class: 'unseen' }, 'how safe'), choice), labels[2]);
  form.addEventListener('input', soon);
  form.addEventListener('change', now);
  form.addEventListener('submit', (event) => event.preventDefault());
  const setTo = (other) => {
    // who types goes on typing
    if (waiting !== null || printNeed(other) === printNeed(need)) return;
    need = other;
    for (const input of inputs) input.value = need[input.name];
    choice.value = need.keep;
  };
  return { form, setTo };
}
