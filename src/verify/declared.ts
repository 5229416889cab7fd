import { DeclaredComponent, ManifestObject } from './declared-component';
import { kubernetesComponents, kubernetesObjects } from './kubernetes-components';
import { oamComponents, oamObjects } from './oam-components';
import { Remark, remark } from './remarks';
import { ruleObjects } from './rules';
import { found } from '../findings/finding';
import { LocatedFinding, ManifestDocument, ManifestError } from '../manifest/reading';
import { SCRAPE_CONFIGURATION } from '../objects/scrape-forms';
import { asObject } from '../private/check';
import { grouped } from '../private/grouped';
import { identityKey, identityOf } from '../private/kinds/identity';
import { isKind } from '../private/kinds/kind-of';
import { SCRAPE_JOB } from '../private/kinds/operator-kinds';
import { isClusterScoped } from '../private/scopes';

/**
 * The components of all applications among manifests, of OAM and of plain Kubernetes.
 *
 * @throws ManifestError with all findings about them, and about each object with alert rules that exists twice.
 */
export function declaredComponents(documents: readonly ManifestDocument[], defaultNamespace?: string): DeclaredComponent[] {
  const ofOam = oamObjects(documents);
  const ofKubernetes = kubernetesObjects(documents);
  const objects = [...ofOam, ...ofKubernetes];
  const ofBoth = [objects, ruleObjects(documents)].flatMap(each => duplicates(each, defaultNamespace));
  const findings = [...objects.flatMap(object => object.findings()), ...ofBoth];
  if (findings.length > 0) throw new ManifestError(findings);
  return onceEach(oamComponents(ofOam, defaultNamespace), kubernetesComponents(ofKubernetes, documents, defaultNamespace));
}

/**
 * Reports objects with the same name, of which the last is applied, whichever that is. Those without a namespace may go to different ones.
 */
function duplicates(objects: readonly ManifestObject[], defaultNamespace?: string): LocatedFinding[] {
  const firsts = new Map<string, ManifestObject>();
  return objects.flatMap(object => {
    const isJob = isKind(object, SCRAPE_JOB);
    const identity = identityOf(object, { defaultNamespace });
    if (identity.name === undefined || identity.namespace === undefined && !isClusterScoped(object)) return [];
    // a Prometheus reads the jobs of one form
    const key = identityKey(identity) + (isJob ? asObject<Record<string, string>>(object.metadata.labels)[SCRAPE_CONFIGURATION] : '');
    const first = firsts.get(key)?.placeOf('metadata.name');
    if (!first) {
      firsts.set(key, object);
      return [];
    }
    const maker = { construct: String(object.metadata?.name), place: `${first.file}:${first.line}` };
    if (isJob) return object.located(found('duplicate-job', '', { reason: 'in-manifests', job: object.metadata.name, maker }));
    return object.located(found('duplicate-object', 'metadata.name', { reason: 'name-of-another', kind: object.kind, maker }));
  });
}

/**
 * The components of OAM and those of plain Kubernetes. A component that is given for both, because it is rendered for two platforms or
 * migrates from one to the other, counts once. Monitors take precedence, since they say more. A declaration without a monitor does not say
 * where it is scraped, while an application may.
 */
function onceEach(ofOam: readonly DeclaredComponent[], ofKubernetes: readonly DeclaredComponent[]): DeclaredComponent[] {
  const rest = new Set(ofKubernetes);
  const byName = grouped(ofKubernetes, each => [keyOf(each)]);
  const once = ofOam.map(declared => {
    const same = byName.get(keyOf(declared))?.find(each => rest.has(each) && isSameNamespace(each, declared));
    if (!same) return declared;
    rest.delete(same);
    const [first, second] = same.endpoints.length > 0 || declared.endpoints.length === 0 ? [same, declared] : [declared, same];
    return { ...first, also: { file: second.file, line: second.line } };
  });
  return [...once, ...rest];
}

function keyOf({ application, component }: DeclaredComponent): string {
  return `${application} ${component}`;
}

/** Whether two declarations may be in the same namespace: an unknown namespace may be any. */
function isSameNamespace(one: DeclaredComponent, other: DeclaredComponent): boolean {
  return one.namespace === undefined || other.namespace === undefined || one.namespace === other.namespace;
}

/** A note about components that are declared twice, one for all of them. */
export function noteOfBoth(components: readonly DeclaredComponent[]): Remark[] {
  const [first, ...more] = components.filter(({ also }) => also);
  if (!first) return [];
  const { component, file, line, also } = first;
  return [remark('declared-twice', { count: more.length + 1, component, verified: { file, line }, ignored: also! })];
}
