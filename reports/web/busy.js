// What else the machine did, before and while it was measured, in words.

/** Above these shares others are in the way; the thresholds of the marks are in each file, these are for files without.
  */
const FOREIGN_SHARE = 0.15;
const STEAL_SHARE = 0.05;

const percent = (share) => `${Math.round(share * 100)} %`;

function seenIn({ environment: { host, surroundings: seen }, thresholds }) {
  if (!seen) return null;
  const found = [
    seen.other_runs > 0 && (seen.other_runs === 1 ? 'another run of this tool was under way'
      : `${seen.other_runs} other runs of this tool were under way`),
    seen.foreign_share > (thresholds?.foreign_share ?? FOREIGN_SHARE)
      && `other processes used ${percent(seen.foreign_share)} of its processor time`,
    seen.steal_share > (thresholds?.steal_share ?? STEAL_SHARE)
      && `the hypervisor gave ${percent(seen.steal_share)} of its processor time to others`,
  ].filter(Boolean);
  return found.length > 0 ? `${host} was busy when the run began: ${found.join('; ')}.` : null;
}

/** What went on just before each run, a sentence for each that found something. */
export function surroundingsInWords(contenders) {
  return [...new Set(contenders.map(({ file }) => seenIn(file)))].filter(Boolean);
}

/** How many numbers are of a busy machine; null if none is. */
export function busyInWords(contenders) {
  const measured = contenders.flatMap(({ file }) => file.cells).filter(({ status }) => status === 'measured');
  const busy = measured.filter(({ marks }) => marks?.some(({ mark }) => mark === 'busy')).length;
  if (busy === 0) return null;
  const each = measured.some(({ repetition }) => repetition > 1) ? ', each repetition by itself,' : '';
  return `${busy} of ${measured.length} measurements${each} ${busy === 1 ? 'has' : 'have'} the mark B: others used `
    + 'much of the machine meanwhile, so these numbers are worse than they should be. '
    + 'Measure them again when it is quiet.';
}
