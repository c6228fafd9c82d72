// What rows were measured on. Rows of different machines are no race: each machine has a verdict and a best of its own.

/** Of the files of a page with several machines, what theirs is called. */
const known = new WeakMap();

/** @param machines as the generator tells them apart: a `label`, and the places of its `files`; none if there is only
  * one
  */
export function noteMachines(files, machines) {
  for (const { label, files: places } of machines) for (const place of places) known.set(files[place], label);
}

export const machineOf = (file) => known.get(file) ?? file.environment.host;

/** The machines of these rows, in their order. */
export const machinesOf = (contenders) => [...new Set(contenders.map(({ machine }) => machine))];

/** What `make` makes of the items of each machine, by machine.
  * @param items each with an `entry` of a row
  */
export function byMachine(items, make) {
  const machines = machinesOf(items.map(({ entry }) => entry.contender));
  return new Map(machines.map((machine) => [
    machine, make(items.filter(({ entry }) => entry.contender.machine === machine)),
  ]));
}
