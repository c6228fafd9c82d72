// The page holds results as gzip'd JSON. Details of opened workloads are read group by group when needed.

/** The JSON in a text of gzip'd bytes in base64. */
export async function unzipped(text) {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
}

/** @param files all result files of the page, in its order
  * @param places `path` and `stamp` of the file of each group; null if the page holds everything
  * @returns functions of a group: `need` reads its details, and returns null once they are there, or a promise that is
  * never rejected; `coming` does the same, but reads nothing; `lack` says why there are none: a sentence, or null
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
    if (!asked.has(group)) asked.set(group, places && !Object.hasOwn(places, group) ? null : read(group));
    return asked.get(group);
  };
  return { need, coming: (group) => asked.get(group) ?? null, lack: (group) => lacking.get(group) ?? null };
}

/** Adds the details of a group to its workloads and their means. */
function attach(files, { group, workloads, means }) {
  const known = files.map((file) => file.workloads.filter((workload) => workload.group === group));
  const ids = known.map((list) => new Set(list.map(({ id }) => id)));
  known.flat().forEach((workload, i) => layOver(workload, workloads[i]));
  files.flatMap((file, i) => (file.means ?? []).filter(({ id }) => ids[i].has(id)))
    .forEach((mean, i) => layOver(mean, means[i]));
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Merges two objects, member by member. */
function layOver(below, above) {
  for (const [key, value] of Object.entries(above)) {
    if (isObject(below[key]) && isObject(value)) layOver(below[key], value);
    else below[key] = value;
  }
}

const fromPage = async (group) =>
  document.querySelector(`script.series[data-group="${CSS.escape(group)}"]`)?.textContent;

/** Data that scripts handed over but no reader has taken yet, by stamp. */
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

/** The numbers of all samples of a workload at a path such as `end_to_end.us_p99` or `groups.0.consumed`; null if a
  * sample has none.
  */
export function column(workload, path) {
  if (workload.series) return stretched(workload.series[path], sampleCount(workload));
  return (workload.samples ?? []).map((sample) => path.split('.').reduce((value, key) => value?.[key], sample) ?? null);
}

function stretched(values, length) {
  return Array.isArray(values) ? values : Array(length).fill(values ?? null);
}

export function sampleCount(workload) {
  return workload.sample_count ?? workload.samples?.length ?? 0;
}

/** Name and role of each client group, and its `index` in a sample's `groups`. */
export function clientGroups(workload) {
  return (workload.client_groups ?? workload.samples?.[0]?.groups ?? [])
    .map(({ name, role }, index) => ({ name, role, index }));
}

/** The points of a line: the end of each interval and its value. Intervals without a value are left out. */
export function pointsOf(workload, path) {
  const values = column(workload, path);
  return column(workload, 't_s').map((t, i) => [t, values[i]])
    .filter(([t, value]) => Number.isFinite(t) && Number.isFinite(value));
}
