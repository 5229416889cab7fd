/** Three environments of a program, beside a chart that is rendered once for each. */
import { strict as assert } from 'assert';
import { readdirSync, rmSync } from 'fs';
import { join } from 'path';
import { compilePrograms } from '../../../../bench/compile';
import { ENVIRONMENTS } from '../../../../bench/environments-shape';
import { timeOf } from '../../../../bench/processes';
import { ratio, Summary, summary } from '../../../../bench/statistics';

const ROUNDS = 5;

/** What the processes took, least and median. */
interface Times {
  readonly helm: Summary;
  readonly first: Summary;
  readonly second: Summary;
}

/** Measures the first run, one after a release, and Helm; fails unless each environment has the objects of the chart, as `<Kind> <name>`. */
export function environmentTimes([file, ...args]: readonly [string, ...string[]], objects: readonly string[], folder: string): string {
  const [program, out] = [compilePrograms()('environments-child'), join(folder, 'environments')];
  const run = (released: 'yes' | 'no') => timeOf(process.execPath, program, 'file-per-object', released, out);
  const rounds = Array.from({ length: ROUNDS }, () => {
    rmSync(out, { recursive: true, force: true });
    return { helm: ENVIRONMENTS.reduce((sum) => sum + timeOf(file, ...args), 0), first: run('no'), second: run('yes') };
  });
  const expected = objects.map((each) => `${each.replace(' ', '.')}.yaml`).sort();
  for (const environment of ENVIRONMENTS) assert.deepEqual(filesOf(join(out, environment)), expected);
  const of = (key: keyof Times) => summary(rounds.map((each) => each[key]));
  return told({ helm: of('helm'), first: of('first'), second: of('second') });
}

/** The names of the files of an environment, of which each has one object. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()).map(({ name }) => name).sort();
}

function told({ helm, first, second }: Times): string {
  const seconds = ({ min, median }: Summary) => `${(min / 1000).toFixed(2)} / ${(median / 1000).toFixed(2)} s`;
  const share = ({ min, median }: Summary) => `${min.toFixed(2)} / ${median.toFixed(2)}`;
  return `${seconds(first)}, and ${seconds(second)}, beside ${seconds(helm)}: ${share(ratio(first, helm))}, and ${share(ratio(second, helm))}`;
}
