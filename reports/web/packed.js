// Lists as the page holds them (Packed.scala): what all have in common stands once, values that come again by number,
// objects as columns.
import { sumOf } from './numbers.js';

/** @param packed see Packed.scala
  * @param number how many there are
  * @returns the values; equal ones may be the same object
  */
export function unpacked(packed, number) {
  if ('same' in packed) return Array(number).fill(packed.same);
  if ('each' in packed) return packed.each;
  if ('of' in packed) return packed.at.map((i) => packed.of[i]);
  if ('keys' in packed) return objectsOf(packed.keys, number);
  return together(packed.parts, packed.at);
}

function objectsOf(keys, number) {
  const objects = Array.from({ length: number }, () => ({}));
  for (const [key, packed] of Object.entries(keys)) {
    const values = unpacked(packed, number);
    for (let i = 0; i < number; i += 1) objects[i][key] = values[i];
  }
  return objects;
}

/** Each value is the next one of its part. */
function together(parts, at) {
  const numbers = parts.map(() => 0);
  for (const part of at) numbers[part] += 1;
  const lists = parts.map((part, i) => unpacked(part, numbers[i]));
  const next = parts.map(() => 0);
  return at.map((part) => {
    next[part] += 1;
    return lists[part][next[part] - 1];
  });
}

/** The result files as the page holds them; PageData.scala says how. */
export function filesOf({ number, files, cells, means }) {
  const heads = unpacked(files, number);
  const next = { cells: 0, means: 0 };
  // each an object of its own, for the details are laid over it
  const totalOf = (name) => sumOf(heads.map((head) => (Number.isInteger(head[name]) ? head[name] : 0)));
  const listOf = (name, packed) => unpacked(packed, totalOf(name)).map((one) => ({ ...one }));
  const lists = { cells: listOf('cells', cells), means: listOf('means', means) };
  const taken = (name, many) => {
    if (!Number.isInteger(many)) return many;
    next[name] += many;
    return lists[name].slice(next[name] - many, next[name]);
  };
  return heads.map((head) => ({ ...head, cells: taken('cells', head.cells), means: taken('means', head.means) }));
}
