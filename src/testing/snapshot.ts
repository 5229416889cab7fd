import { Redaction } from './redaction';
import type { SnapshotOptions } from './snapshot-options';
import type { ViewedObject } from './viewed-objects';
import { writeYaml } from '../manifest/write-yaml';
import { asObject } from '../private/check';
import { identityOf } from '../private/kinds/identity';
import type { TypedManifest } from '../private/oam-kind';
import { ordered } from '../private/plain';
import { objectName } from '../private/written';

/** The YAML of objects in a fixed order with sorted keys: a change of one object changes only its lines. */
export function snapshotOf(objects: readonly ViewedObject[], options: SnapshotOptions): string {
  const redaction = new Redaction('Manifests.toSnapshot()', options);
  const sorted = objects.map(({ value }) => ({ value, key: keyOf(value) })).sort((a, b) => compareKeys(a.key, b.key));
  return sorted.map(({ value }) => `# ${objectName(value)}\n${writeYaml([inOrder(redaction.of(value))])}`).join('---\n');
}

function keyOf(value: TypedManifest): string[] {
  const { namespace, group, kind, name } = identityOf(value);
  return [namespace ?? value.metadata?.namespace ?? '', group, kind, name ?? value.metadata?.generateName ?? ''].map(String);
}

function compareKeys(a: readonly string[], b: readonly string[]): number {
  const i = a.findIndex((each, at) => each !== b[at]);
  return i < 0 ? 0 : a[i] < b[i] ? -1 : 1;
}

/** Type and metadata first, as people write them, and the other fields by name. */
function inOrder(value: unknown): unknown {
  const { apiVersion, kind, metadata, ...others } = asObject(ordered(value, true));
  return { apiVersion, kind, ...metadata !== undefined && { metadata }, ...others };
}
