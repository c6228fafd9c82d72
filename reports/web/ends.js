// Names of the lines of a graph, where they end: a line that ends early has a cross there.

const SIZE = 10.5;
const HEIGHT = 13;
const GAP = 7;
const CROSS = 4;

/** A flot hook, called when all lines are drawn. Names that would lie over each other are moved, or left to the list below. */
export function drawEnds(plot, context, { lines }, { x, y }, css) {
  const { left, top } = plot.getPlotOffset();
  const { xaxis, yaxis } = plot.getAxes();
  const area = { left, top, right: left + plot.width(), bottom: top + plot.height() };
  context.save();
  context.setLineDash([]);
  Object.assign(context, { font: `600 ${SIZE}px ${css.fontFamily}`, textBaseline: 'middle' });
  const ends = lines.map(({ label, style, ended, points }) => {
    const [at, value] = points.at(-1);
    return { label, ended, colour: css.getPropertyValue(style.colour).trim(), x: left + xaxis.p2c(x.at(at)), y: top + yaxis.p2c(y.at(value)) };
  }).sort((a, b) => a.y - b.y);
  for (const end of ends.filter(({ ended }) => ended)) cross(context, end, css);
  const taken = lines.flatMap(({ points }) => points.map(([at, value]) => boxAround(left + xaxis.p2c(x.at(at)), top + yaxis.p2c(y.at(value)), 4)));
  for (const end of ends) name(context, end, area, taken, css);
  context.restore();
}

/** Behind the last point: the line would go on if the row held the next rate. */
function cross(context, { x, y }, css) {
  Object.assign(context, { strokeStyle: css.getPropertyValue('--bad').trim(), lineWidth: 2 });
  const middle = x + GAP + CROSS;
  context.beginPath();
  context.moveTo(middle - CROSS, y - CROSS);
  context.lineTo(middle + CROSS, y + CROSS);
  context.moveTo(middle - CROSS, y + CROSS);
  context.lineTo(middle + CROSS, y - CROSS);
  context.stroke();
}

/** On the right of the end if there is room, else above or below it. */
function name(context, end, area, taken, css) {
  const width = context.measureText(end.label).width;
  const right = end.x + GAP + (end.ended ? 2 * CROSS + 4 : 0);
  const over = Math.max(area.left, Math.min(end.x - width / 2, area.right - width));
  const places = [[right, end.y], [over, end.y - HEIGHT], [over, end.y + HEIGHT], [end.x - width - GAP, end.y - HEIGHT], [end.x - width - GAP, end.y + HEIGHT], [over, end.y - 2 * HEIGHT], [over, end.y + 2 * HEIGHT]];
  const boxes = places.map(([left, middle]) => ({ left, right: left + width, top: middle - HEIGHT / 2, bottom: middle + HEIGHT / 2 }));
  const box = boxes.find((one) => within(one, area) && !taken.some((other) => overlap(one, other)));
  if (!box) return;
  taken.push(box);
  Object.assign(context, { lineWidth: 3, lineJoin: 'round', strokeStyle: css.getPropertyValue('--card').trim(), fillStyle: end.colour });
  context.strokeText(end.label, box.left, (box.top + box.bottom) / 2);
  context.fillText(end.label, box.left, (box.top + box.bottom) / 2);
}

const boxAround = (x, y, half) => ({ left: x - half, right: x + half, top: y - half, bottom: y + half });
const within = (box, area) => box.left >= area.left && box.right <= area.right + GAP && box.top >= area.top && box.bottom <= area.bottom;
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
