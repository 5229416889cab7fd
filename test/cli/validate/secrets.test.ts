import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { brokenManifests, CORE } from './arbitraries-secrets';
import { readSarif } from './sarif-shape';
import { PATIENCE, runs } from '../../properties/runs';
import { cli } from '../command';

const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('no password is printed, wherever it stands and whatever is wrong', async () => {
  const file = join(folder, 'app.yaml');
  let found = 0;
  await fc.assert(fc.asyncProperty(brokenManifests, async text => {
    writeFileSync(file, text);
    const [human, json, sarif] = [await cli(['validate', file]), await cli(['validate', file, '--json']), await cli(['validate', file, '--sarif'])];
    for (const { code, stdout, stderr } of [human, json, sarif]) {
      expect(code).toBe(human.code);
      expect(stdout + stderr).not.toContain(CORE);
    }
    const { findings } = JSON.parse(json.stdout);
    expect(readSarif(sarif.stdout).results).toHaveLength(findings.filter(({ line }: any) => line !== undefined).length);
    expect(human.stdout.match(/^\S.*$/gm) ?? []).toHaveLength(findings.length);
    found += findings.length;
  }), { numRuns: runs(1000) });
  // or it would have been easy to keep silent
  expect(found).toBeGreaterThan(runs(1000));
}, PATIENCE);
