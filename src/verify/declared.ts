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
 * @throws ManifestError with all that is wrong with them, and with each object of alert rules that is there twice.
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

/** Of two objects of one name the last is applied, whichever that is. Those without a namespace may go to different ones. */
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
    if (isJob) return object.located(found('duplicate-scrape-job', '', { job: object.metadata.name, maker }));
    return object.located(found('duplicate-object', 'metadata.name', { reason: 'name-of-another', kind: object.kind, maker }));
  });
}

/**
 * The components of OAM and those of plain Kubernetes, each once where both are given: what is rendered for two platforms, or an
 * application on its way from one to the other. Monitors go first, since they say more; but what has no monitor says nothing of where it is
 * scraped, and an application may.
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

/** One that is not known may be any. */
function isSameNamespace(one: DeclaredComponent, other: DeclaredComponent): boolean {
  return one.namespace === undefined || other.namespace === undefined || one.namespace === other.namespace;
}

/** What the user should know of it, once for all of them. */
export function noteOfBoth(components: readonly DeclaredComponent[]): Remark[] {
  const [first, ...more] = components.filter(({ also }) => also);
  if (!first) return [];
  const { component, file, line, also } = first;
  return [remark('declared-twice', { count: more.length + 1, component, verified: { file, line }, ignored: also! })];
}
