import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { portables } from './arbitraries-targets';
import { build } from './build';
import { kubernetes } from './build-kubernetes';
import { same } from './differences';
import { Bad, BAD, refusedProgram, RefusedProgram } from './refused-programs';
import { PATIENCE, runs } from './runs';
import { messageOf } from '../support/message';

let folder: string;
let last = 0;

beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'refused-')); });
afterAll(() => rmSync(folder, { recursive: true }));

/** What the report names: `<path> <code> <field>`. */
function reported(message: string): string[] {
  const [title, ...lines] = message.split('\n');
  same(title, 'Validation failed with the following errors:', message);
  return lines.map(line => {
    const [, path, code, field = ''] = /^ {2}\[(.*?)\] ([-a-z]+): (?:'((?:\['[^']*'\]|[^'])*)' )?/.exec(line)!;
    return `${path} ${code} ${field}`.trim();
  });
}

function allIsReported({ model, target, refused }: RefusedProgram): void {
  const outdir = join(folder, `${++last}`);
  const { app } = build(model, kubernetes(target), outdir);
  const lines = reported(messageOf(() => app.synth()));
  same(lines.sort(), [...refused].sort(), 'report');
  same(existsSync(outdir) ? readdirSync(outdir) : [], [], 'files');
  same(messageOf(() => app.synth()), messageOf(() => build(model, kubernetes(target), outdir).app.synth()), 'reported twice');
}

test.each(BAD.map((bad): [string, Bad] => [bad.what, bad]))('fails when there is %s', (_, bad) => {
  const [{ model, target }] = fc.sample(portables, { numRuns: 1, seed: 1 });
  const [chart] = model.charts;
  const only = { model: { ...model, charts: [{ ...chart, components: [] }] }, target: { ...target, monitorKind: 'PodMonitor' as const, monitorSelector: {} } };
  allIsReported(refusedProgram(only, [{ bad, chart: 0, isTraited: false }], false));
  allIsReported(refusedProgram(only, [{ bad, chart: 0, isTraited: true }], true));
});

test('fails when anything is wrong anywhere: each is told with its construct and code, and nothing else', () => {
  const one = fc.record({ bad: fc.constantFrom(...BAD), chart: fc.nat({ max: 9 }), isTraited: fc.boolean() });
  const chosen = fc.array(one, { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(portables, chosen, fc.boolean(), (program, bad, isWithoutNamespace) => {
    allIsReported(refusedProgram(program, bad, isWithoutNamespace));
  }), { numRuns: runs(500) });
}, PATIENCE);
