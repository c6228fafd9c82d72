// The golden result files, which the Scala tests read as well, and what the generator tells its pages
// (JudgingRulesSuite.scala, PageFixtureSuite.scala).
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { learn } from '../web/known.js';

export const GOLDEN_DIR = fileURLToPath(new URL('../src/test/resources/golden/', import.meta.url));

learn(JSON.parse(readFileSync(`${GOLDEN_DIR}../judged/known.json`, 'utf8')));

/** Every result file of a folder, parsed, each with the name of its `file`; the golden ones as they are judged. */
export function readResults(dir) {
  if (dir === GOLDEN_DIR) return JSON.parse(readFileSync(`${dir}../judged/golden.json`, 'utf8'));
  return readdirSync(dir).filter((name) => name.endsWith('.json')).sort()
    .map((file) => ({ ...JSON.parse(readFileSync(`${dir}/${file}`, 'utf8')), file }))
    .filter(({ format }) => format === 'broker-shootout-result');
}
