// Tables that a click on a head sorts, in their place. A head says how (`data-sort`): the most first, the least first,
// or by text.

/** Where the cells of each sortable head stand in a row; heads over several columns or rows count as on the screen. */
function columnsOf(table) {
  const taken = [];
  return [...table.tHead.rows].flatMap((tr, r) => {
    taken[r] ??= [];
    let at = 0;
    return [...tr.cells].map((cell) => {
      while (taken[r][at]) at += 1;
      for (let i = 0; i < cell.rowSpan; i += 1) {
        for (let k = 0; k < cell.colSpan; k += 1) (taken[r + i] ??= [])[at + k] = true;
      }
      at += cell.colSpan;
      return [cell, at - cell.colSpan];
    });
  }).filter(([cell]) => cell.dataset.sort);
}

function valueIn(row, at, by) {
  const cell = row.cells[at];
  if (by === 'text') return cell?.textContent ?? '';
  return cell?.dataset.value === undefined ? NaN : Number(cell.dataset.value);
}

function compare(by, back) {
  const sign = (by === 'most' ? -1 : 1) * (back ? -1 : 1);
  return (a, b) => {
    if (by === 'text') return sign * a.value.localeCompare(b.value, 'en');
    return Number(Number.isNaN(a.value)) - Number(Number.isNaN(b.value)) || sign * (a.value - b.value) || 0;
  };
}

/** Makes the marked heads of a table buttons; a second click turns the order round. Rows without a number stay last. */
export function sortable(table) {
  for (const [head, at] of columnsOf(table)) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sort';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const by = head.dataset.sort;
      const back = head.hasAttribute('aria-sort') && !head.dataset.back;
      for (const other of table.tHead.querySelectorAll('[aria-sort]')) other.removeAttribute('aria-sort');
      head.dataset.back = back ? '1' : '';
      head.setAttribute('aria-sort', (by === 'most') === back ? 'ascending' : 'descending');
      const rows = [...table.tBodies[0].rows].map((row) => ({ row, value: valueIn(row, at, by) }));
      table.tBodies[0].append(...rows.sort(compare(by, back)).map(({ row }) => row));
    });
  }
  return table;
}
