import { failFindings } from './failures';
import type { SchemaOptions } from './options';
import { ViewedObject } from './snapshot';
import { IManifestPolicy, againstPolicies, policiesFindings } from '../cluster/checks/manifest-policies';
import { FINE, found, Finding } from '../base/findings/finding';
import { refuse } from '../base/brand';
import { list, grouped } from '../base/check';
import { isForCluster } from '../base/oam-kind';
import { Registry } from '../base/registry';
import { definedIn, readSchemas, schemaOptions } from '../cluster/checks/given-schemas';
import { ManifestChecks } from '../cluster/checks/manifest-checks';
import { serverRules, serverFindings } from '../cluster/checks/server-rules';
import { judgeObjects } from '../cluster/rules/judge';

/** Fails if an object violates the schema of its kind. */
export function judgeSchemas(objects: readonly ViewedObject[], options: SchemaOptions): void {
  const { kubernetesVersion, schemas, requireSchemas } = options;
  const given = readSchemas(schemas ?? [], 'schemas');
  refuse('Manifests.matchesSchemas()', [...schemaOptions(options, ''), ...given.findings]);
  const own = [definedIn(objects.map(({ value }) => value)), ...given.sets];
  const checks = new ManifestChecks({ kubernetesVersion: kubernetesVersion ?? undefined, schemas: own, requireSchemas });
  const rules = serverRules(options.asServer, kubernetesVersion);
  const crds = objects.map(({ value }) => value);
  const verdicts = new Map(rules?.judge(crds, { crds }).map((verdict, i) => [objects[i], verdict]));
  judge(objects, 'schemas', object => {
    const { value } = object;
    const errors = checks.checkWhole(value).filter(({ isWarning }) => !isWarning);
    return errors.length > 0 || !rules || !isForCluster(value) ? errors : serverFindings(value, verdicts.get(object)!, rules);
  });
}

/** At least one policy: without any, the assertion would hold for all objects. */
const somePolicies = list(() => FINE, { min: 1, what: 'policy' });

/** Fails if an object violates a policy. */
export function judgePolicies(objects: readonly ViewedObject[], policies: readonly IManifestPolicy[]): void {
  const wrong = somePolicies(policies, 'policies');
  refuse('Manifests.obeys()', wrong.length > 0 ? wrong : policiesFindings(policies, 'policies'));
  judge(objects, 'policies', ({ value }) => againstPolicies(value, policies));
}

/** Fails if a rule finds something that the app does not accept. */
export function judgeRules(objects: readonly ViewedObject[], registry?: Registry): void {
  const accepted = registry?.accepted() ?? [];
  const isAbout = (origin: string, path: string) => path === '' || origin === path || origin.startsWith(`${path}/`);
  const viewed = new Map(objects.map(each => [each.value, each]));
  const judgements = judgeObjects([...viewed.keys()], { described: registry?.described() });
  const open = judgements.filter(({ of, object, finding: { code } }) =>
    !accepted.some(each => each.code === code && isAbout((viewed.get(object) ?? viewed.get(of)!).origin, each.construct.node.path)));
  const findingsOf = grouped(open, ({ of, object }) => [viewed.get(object) ?? viewed.get(of)!]);
  judge(objects, 'rules', object => findingsOf.get(object)?.map(({ finding }) => finding) ?? FINE);
}

function judge(
  objects: readonly ViewedObject[], reason: 'schemas' | 'policies' | 'rules', findingsOf: (object: ViewedObject) => Finding[],
): void {
  const judged = objects.map(object => ({ object, findings: findingsOf(object) })).filter(({ findings }) => findings.length > 0);
  if (judged.length > 0) failFindings(found('rejected-objects', '', { reason, number: judged.length, all: objects.length }), judged);
}
