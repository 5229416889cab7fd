import { failEach } from './failures';
import type { SchemaOptions } from './options';
import { ViewedObject } from './snapshot';
import { throwFindings } from '../base/brand';
import { grouped, list } from '../base/check';
import { Finding, FINE, found } from '../base/findings/finding';
import { describe } from '../base/findings/words';
import { isForCluster } from '../base/oam-kind';
import { isInTree, Registry } from '../base/registry';
import { definedIn, readSchemas, schemaOptions } from '../cluster/checks/given-schemas';
import { ManifestChecks } from '../cluster/checks/manifest-checks';
import { serverRules, serverFindings } from '../cluster/checks/server-rules';
import { judgeObjects } from '../cluster/rules/judge';
import { againstPolicies, IManifestPolicy, policiesFindings } from '../cluster/checks/manifest-policies';

/** Fails if an object violates the schema of its kind. */
export function judgeSchemas(objects: readonly ViewedObject[], options: SchemaOptions): void {
  const { kubernetesVersion, schemas, requireSchemas } = options;
  const given = readSchemas(schemas ?? [], 'schemas');
  throwFindings('Manifests.matchesSchemas()', [...schemaOptions(options, ''), ...given.findings]);
  const values = objects.map(({ value }) => value);
  const checks = new ManifestChecks({
    kubernetesVersion: kubernetesVersion ?? undefined, schemas: [definedIn(values), ...given.sets], requireSchemas,
  });
  const rules = serverRules(options.asServer, kubernetesVersion);
  const verdicts = new Map(rules?.judge(values, { crds: values }).map((verdict, i) => [objects[i], verdict]));
  failJudged(objects, 'schemas', object => {
    const { value } = object;
    const errors = checks.checkWhole(value).filter(({ isWarning }) => !isWarning);
    if (errors.length > 0 || !rules || !isForCluster(value)) return errors;
    return serverFindings(value, verdicts.get(object)!, rules);
  });
}

/** At least one policy: without any, the assertion would hold for all objects. */
const somePolicies = list(() => FINE, { min: 1, what: 'policy' });

/** Fails if an object violates a policy. */
export function judgePolicies(objects: readonly ViewedObject[], policies: readonly IManifestPolicy[]): void {
  const wrong = somePolicies(policies, 'policies');
  throwFindings('Manifests.obeys()', wrong.length > 0 ? wrong : policiesFindings(policies, 'policies'));
  failJudged(objects, 'policies', ({ value }) => againstPolicies(value, policies));
}

/** Fails if a rule finds something that the app does not accept. */
export function judgeByRules(objects: readonly ViewedObject[], registry?: Registry): void {
  const accepted = registry?.accepted() ?? [];
  const isAbout = (origin: string, path: string) => path === '' || origin === path || origin.startsWith(`${path}/`);
  const viewed = new Map(objects.map(each => [each.value, each]));
  const isMetricsTrait = (each: object) => 'kind' in each && each.kind === 'MetricsTrait';
  const traits = registry?.settled.filter(each => isMetricsTrait(each) && isInTree(each)) ?? [];
  const judged = judgeObjects([...viewed.keys()], {
    described: registry?.described(),
    isDecided: object => traits.some(({ node }) => isAbout(viewed.get(object)!.origin, node.scope!.node.path)),
  });
  const open = judged.flatMap(({ of, object, finding }) => {
    const about = viewed.get(object) ?? viewed.get(of)!;
    const isAccepted = accepted.some(({ code, construct }) =>
      code === finding.code && isAbout(about.origin, construct.node.path));
    return isAccepted ? [] : [{ about, finding }];
  });
  const byObject = grouped(open, ({ about }) => [about]);
  failJudged(objects, 'rules', object => byObject.get(object)?.map(({ finding }) => finding) ?? FINE);
}

/** Fails if there are findings on the objects themselves. */
function failJudged(
  objects: readonly ViewedObject[], reason: 'schemas' | 'policies' | 'rules',
  findingsOn: (object: ViewedObject) => Finding[],
): void {
  const judged = objects.map(object => ({ object, findings: findingsOn(object) }));
  const faulty = judged.filter(({ findings }) => findings.length > 0);
  if (faulty.length === 0) return;
  const head = found('rejected-objects', '', { reason, number: faulty.length, all: objects.length });
  failEach(head, faulty, describe);
}
