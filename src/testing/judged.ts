import { failFindings } from './failures';
import type { SchemaOptions } from './options';
import type { ViewedObject } from './viewed-objects';
import { definedIn, readSchemas, schemaOptions } from '../checks/given-schemas';
import { ManifestChecks } from '../checks/manifest-checks';
import { againstPolicies, IManifestPolicy, policiesFindings } from '../checks/manifest-policies';
import { FINE, found, type Finding } from '../findings/finding';
import { list } from '../private/check';
import { refuse } from '../private/errors';

/** Fails if an object violates the schema of its kind. */
export function judgeSchemas(objects: readonly ViewedObject[], options: SchemaOptions): void {
  const { kubernetesVersion, schemas, requireSchemas } = options;
  const given = readSchemas(schemas ?? [], 'schemas');
  refuse('Manifests.matchesSchemas()', [...schemaOptions(options, ''), ...given.findings]);
  const own = [definedIn(objects.map(({ value }) => value)), ...given.sets];
  const checks = new ManifestChecks({ kubernetesVersion: kubernetesVersion ?? undefined, schemas: own, requireSchemas });
  judge(objects, 'schemas', ({ value }) => checks.checkWhole(value).filter(({ isWarning }) => !isWarning));
}

/** At least one policy: without any, the assertion would hold for all objects. */
const somePolicies = list(() => FINE, { min: 1, what: 'policy' });

/** Fails if an object violates a policy. */
export function judgePolicies(objects: readonly ViewedObject[], policies: readonly IManifestPolicy[]): void {
  const wrong = somePolicies(policies, 'policies');
  refuse('Manifests.obeys()', wrong.length > 0 ? wrong : policiesFindings(policies, 'policies'));
  judge(objects, 'policies', ({ value }) => againstPolicies(value, policies));
}

function judge(objects: readonly ViewedObject[], reason: 'schemas' | 'policies', findingsOf: (object: ViewedObject) => Finding[]): void {
  const judged = objects.map(object => ({ object, findings: findingsOf(object) })).filter(({ findings }) => findings.length > 0);
  if (judged.length > 0) failFindings(found('rejected-objects', '', { reason, number: judged.length, all: objects.length }), judged);
}
