// The page holds results as gzip'd JSON. Details of opened workloads are read group by group when needed.

export async function unzipped(text) {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
}

/** @param places `path` and `stamp` of the file of each group; null if the page holds everything
  * @returns `need`, which reads the details of a group, and returns null once they are there, or a promise that is
  * never rejected; `lack`: why there are none
  */
export function detailsOf(files, places, load = places ? fromFile : fromPage) {
  const asked = new Map();
  const lacking = new Map();
  const read = async (group) => {
    try {
      const text = await load(places ? places[group] : group);
      if (text) attach(files, await unzipped(text));
    } catch (error) {
      lacking.set(group, error.message);
    }
    asked.set(group, null);
  };
  const need = (group) => {
    if (!asked.has(group)) asked.set(group, read(group));
    return asked.get(group);
  };
  return { need, lack: (group) => lacking.get(group) ?? null };
}

function attach(files, { group, workloads, means }) {
  const known = files.map((file) => file.workloads.filter((workload) => workload.group === group));
  known.flat().forEach((workload, i) => layOver(workload, workloads[i]));
  files.flatMap((file, i) => file.means.filter((mean) => known[i].some(({ id }) => id === mean.id)))
    .forEach((mean, i) => layOver(mean, means[i]));
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

function layOver(below, above) {
  for (const [key, value] of Object.entries(above)) {
    if (isObject(below[key]) && isObject(value)) layOver(below[key], value);
    else below[key] = value;
  }
}

const fromPage = async (group) =>
  document.querySelector(`script.series[data-group="${CSS.escape(group)}"]`)?.textContent;

const arrived = new Map();

/** A page opened from disk can read only scripts. So the file is a script, which passes its data to `shootoutData`. */
function fromFile({ path, stamp }) {
  window.shootoutData = (given, text) => arrived.set(given, text);
  return new Promise((resolve, reject) => {
    const refuse = (why) => reject(new Error(`The graphs and details of these loads cannot be shown: ${why}.`));
    const script = document.createElement('script');
    script.addEventListener('error', () => refuse(`${path}, which belongs next to this page, is missing. `
      + 'Keep the folder together with the page, or make one file with benchmark-report --single-file'));
    script.addEventListener('load', () => {
      if (!arrived.has(stamp)) refuse(`${path} belongs to another version of this page. Reload the page`);
      resolve(arrived.get(stamp));
      arrived.delete(stamp);
      script.remove();
    });
    script.src = path;
    document.head.append(script);
  });
}

/** The numbers of all samples at a path such as `groups.0.consumed`; empty until they are there. */
export function column({ series, sample_count: length }, path) {
  if (!series) return [];
  const values = series[path] ?? null;
  return Array.isArray(values) ? values : Array(length).fill(values);
}

export const pointsOf = (workload, values) => column(workload, 't_s').map((t, i) => [t, values[i]])
  .filter(([, value]) => Number.isFinite(value));
