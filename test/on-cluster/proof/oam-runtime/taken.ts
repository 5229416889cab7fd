/** Live objects as `validate` and `import` take them. */
import { strict as assert } from 'assert';
import * as library from '../../../../src';
import { listed } from './cases';
import type { Tried } from './index';
import { kubernetes } from '../../../../examples/platforms';
import { OamPlatform } from '../../../../src';
import { showPath } from '../../../../src/base/findings/finding';
import { problemOf } from '../../../../src/base/findings/words';
import { readManifests, validateManifests } from '../../../../src/migration';
import { OAM_CODE, importManifests } from '../../../../src/migration/typescript/import-manifests';

/** Fails where something is found in a live object that is not found in what was applied, or another program is written. */
export function checkTaken(all: readonly Tried[]): string {
  let written = 0;
  let findings = 0;
  for (const { each, live } of all) {
    const texts = [listed(each.objects), live.text];
    const [before, after] = texts.map((text) => validateManifests(readManifests(text, 'shop.yaml'), { platform: OamPlatform.verrazzano() })
      .map((found) => `${found.code} ${showPath(found.path)} ${problemOf(found)}`).sort());
    assert.deepEqual(after, before, each.name);
    findings += after.length;
    // for Kubernetes, since for an OAM platform a list is what it was, with all that a server has written
    const programs = texts.map((text) => importManifests(readManifests(text, 'shop.yaml'), each.name, library, { platform: kubernetes, code: OAM_CODE }));
    assert.deepEqual(programs[1].files, programs[0].files, each.name);
    if (emptySources(live.application) > 0) written += 1;
  }
  // the runtime writes an application that has a scope, and with it the zero value of each field of its own
  assert.equal(written, 2, 'applications in which the runtime has written an empty valueFrom');
  return `${all.length} applications: the same ${findings} findings and the same programs, `
    + `also where the runtime has written an empty \`valueFrom\` beside a \`value\` (${written})`;
}

/** How many conditions of data have a source without a path. */
function emptySources({ spec }: any): number {
  const outputs = spec.components.flatMap((entry: any) => [entry, ...entry.traits ?? []]).flatMap((part: any) => part.dataOutputs ?? []);
  return outputs.flatMap(({ conditions }: any) => conditions ?? []).filter(({ value, valueFrom }: any) => value !== undefined && valueFrom?.fieldPath === '').length;
}
