// A table of the page as Markdown.

/** The cells of each row by column. A cell that spans several rows or columns is in the first of them. */
export function gridOf(rows) {
  const taken = rows.map(() => []);
  return rows.map((tr, r) => [...tr.cells].reduce((found, cell) => {
    let at = 0;
    while (taken[r][at]) at += 1;
    for (const row of taken.slice(r, r + cell.rowSpan)) for (let i = 0; i < cell.colSpan; i += 1) row[at + i] = true;
    found[at] = cell;
    return found;
  }, []));
}

const textOf = (cell) => (cell?.innerText ?? '').replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|');

/** Several lines of heads become one. Columns without text, such as bars, are left out. */
export function markdownOf(table) {
  const grid = gridOf([...table.rows]);
  const [heads, body] = [grid.slice(0, table.tHead.rows.length), grid.slice(table.tHead.rows.length)];
  const columns = [...Array(Math.max(...grid.map(({ length }) => length))).keys()]
    .filter((i) => grid.some((row) => textOf(row[i])));
  const line = (text) => `| ${columns.map(text).join(' | ')} |`;
  return [line((i) => heads.map((row) => textOf(row[i])).filter(Boolean).join(' ')),
    line((i) => (body.some((row) => row[i]?.classList.contains('number')) ? '--:' : '---')),
    ...body.map((row) => line((i) => textOf(row[i])))].join('\n');
}
