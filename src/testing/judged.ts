import { failFindings } from './failures';
import type { SchemaOptions } from './schema-options';
import type { ViewedObject } from './viewed-objects';
import { definedIn, kubernetesVersion as version, readSchemas } from '../checks/given-schemas';
import { ManifestChecks } from '../checks/manifest-checks';
import { againstPolicies, IManifestPolicy, policiesFindings } from '../checks/manifest-policies';
import { FINE, found, type Finding } from '../findings/finding';
import { refuse } from '../private/errors';

/** Fails if an object violates the schema of its kind. */
export function judgeSchemas(objects: readonly ViewedObject[], { kubernetesVersion, schemas = [], requireSchemas }: SchemaOptions): void {
  const given = readSchemas(schemas, 'schemas');
  const wrong = kubernetesVersion === undefined ? FINE : version(kubernetesVersion, 'kubernetesVersion');
  refuse('Manifests.matchesSchemas()', [...wrong, ...given.findings]);
  const own = [definedIn(objects.map(({ value }) => value)), ...given.sets];
  const checks = new ManifestChecks({ kubernetesVersion, schemas: own, requireSchemas });
  judge(objects, 'schemas', ({ value }) => checks.checkWhole(value).filter(({ isWarning }) => !isWarning));
}

/** Fails if an object violates a policy. */
export function judgePolicies(objects: readonly ViewedObject[], policies: readonly IManifestPolicy[]): void {
  refuse('Manifests.obeys()', policiesFindings(policies, 'policies'));
  judge(objects, 'policies', ({ value }) => againstPolicies(value, policies));
}

function judge(objects: readonly ViewedObject[], reason: 'schemas' | 'policies', findingsOf: (object: ViewedObject) => Finding[]): void {
  const judged = objects.map(object => ({ object, findings: findingsOf(object) })).filter(({ findings }) => findings.length > 0);
  if (judged.length > 0) failFindings(found('rejected-objects', '', { reason, number: judged.length, all: objects.length }), judged);
}
