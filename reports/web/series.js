// The samples that stand in the page, read group by group when they are needed.

/** @param files pairs of a file and its number in the page
  * @returns a function that reads the samples of a group, once, into `series` of its cells
  */
export function attachSamples(files) {
  const done = new Set();
  return (group) => {
    if (done.has(group)) return;
    done.add(group);
    for (const script of document.querySelectorAll(`script.series[data-group="${CSS.escape(group)}"]`)) {
      const [file] = files.find(([, index]) => index === Number(script.dataset.index)) ?? [];
      const columns = file ? JSON.parse(script.textContent) : [];
      file?.cells.filter((cell) => cell.group === group).forEach((cell, i) => { cell.series = columns[i] ?? {}; });
    }
  };
}
