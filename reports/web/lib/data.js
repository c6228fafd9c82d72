// The results as the page holds them: gzip'd JSON. The details of opened workloads are read group by group when needed.

/** The JSON in a text of gzip'd bytes in base64. */
export async function unzipped(text) {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
}

/** @param files all result files of the page, in its order
  * @param places `path` and `stamp` of the file of each group; null where everything stands in the page
  * @returns `need`, which reads what belongs to a group and returns null once it is there, or a promise that is kept in
  * any case; `coming`, the same without asking for it; `lack`, why a group has none: a sentence, or null
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

/** Lays what belongs to the workloads of a group, and to their means, over them. */
function attach(files, { group, workloads, means }) {
  const known = files.map((file) => file.workloads.filter((workload) => workload.group === group));
  const ids = known.map((list) => new Set(list.map(({ id }) => id)));
  known.flat().forEach((workload, i) => layOver(workload, workloads[i]));
  files.flatMap((file, i) => (file.means ?? []).filter(({ id }) => ids[i].has(id)))
    .forEach((mean, i) => layOver(mean, means[i]));
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Of two objects, member by member. */
function layOver(below, above) {
  for (const [key, value] of Object.entries(above)) {
    if (isObject(below[key]) && isObject(value)) layOver(below[key], value);
    else below[key] = value;
  }
}

const fromPage = async (group) =>
  document.querySelector(`script.series[data-group="${CSS.escape(group)}"]`)?.textContent;

/** What files handed over and nobody took yet, by their stamps. */
const arrived = new Map();

/** A script, for a page that was opened from disk can read no other files; it hands its contents to `shootoutData`. */
function fromFile({ path, stamp }) {
  window.shootoutData = (given, text) => arrived.set(given, text);
  return new Promise((resolve, reject) => {
    const refuse = (why) => reject(new Error(`The graphs and details of these loads cannot be shown: ${why}.`));
    const script = document.createElement('script');
    script.addEventListener('error', () => refuse(`${path}, which belongs beside this page, is missing. `
      + 'Keep the folder together with the page, or draw one file with benchmark-report --single-file'));
    script.addEventListener('load', () => {
      if (!arrived.has(stamp)) refuse(`${path} is of another drawing of this page. Load the page again`);
      resolve(arrived.get(stamp));
      arrived.delete(stamp);
      script.remove();
    });
    script.src = path;
    document.head.append(script);
  });
}

/** The numbers of all samples of a workload at a path such as `end_to_end.us_p99` or `groups.0.consumed`; null where a
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

/** Name and role of each client group; `index` is its place in a sample's `groups`. */
export function clientGroups(workload) {
  return (workload.client_groups ?? workload.samples?.[0]?.groups ?? [])
    .map(({ name, role }, index) => ({ name, role, index }));
}

/** Points of a line: end of each interval and value; what is not known is left out. */
export function pointsOf(workload, path) {
  const values = column(workload, path);
  return column(workload, 't_s').map((t, i) => [t, values[i]])
    .filter(([t, value]) => Number.isFinite(t) && Number.isFinite(value));
}
