import { DeclaredComponent, ManifestObject, manifestObject } from './declared-component';
import { remark } from './remarks';
import { Check, Finding, FINE } from '../findings/finding';
import { ComponentIndex, componentOfRevision, oamObject, oneName } from '../manifest/model/oam-object';
import { ManifestDocument, ManifestError } from '../manifest/reading';
import { all, filled, list, listOf, object, PlainFields, PlainValue } from '../private/check';
import { mayHavePods } from '../private/kinds/kind-of';
import { endpointsOf } from '../private/metrics';
import { labelName, manifest, namespaceName } from '../private/names';
import { isVendorVersion, OAM_API_VERSION } from '../private/oam-kind';
import { METRICS_TRAIT } from '../traits/metrics-trait';
import { checkOf } from '../traits/trait';
import { hasOwnPorts, metricsOf } from '../workloads/known-kinds';
import { GENERIC_METRICS } from '../workloads/workload';
import { kubernetesComponents, kubernetesObjects } from './kubernetes-components';

/** The components of all applications, each for its bindings. */
export function oamComponents(objects: readonly ManifestObject[], defaultNamespace?: string): DeclaredComponent[] {
  const components = new ComponentIndex<ManifestObject>();
  for (const component of objects.filter(({ kind }) => kind === 'Component')) {
    components.add(component.metadata.name, component.metadata.namespace ?? defaultNamespace, component);
  }
  return objects.filter(({ kind }) => kind === 'ApplicationConfiguration').flatMap(({ placeOf, metadata, spec }) => {
    const namespace = metadata.namespace ?? defaultNamespace;
    return listOf<CheckedBinding>(spec?.components).map((entry, index): DeclaredComponent => {
      const component = entry.componentName ?? componentOfRevision(entry.revisionName);
      const workload = components.find(component, namespace)?.spec?.workload;
      const place = placeOf(`spec.components[${index}]`);
      const owner = { application: metadata.name, namespace, component };
      return { ...place, ...owner, ...metricsOfBinding(entry, workload) };
    });
  });
}

/** The binding of a component, after its check. */
interface CheckedBinding {
  readonly componentName?: string;
  readonly revisionName: string;
  readonly traits?: readonly { readonly trait: PlainFields }[];
}

function metricsOfBinding(
  { traits }: CheckedBinding, workload: PlainValue | undefined,
): Pick<DeclaredComponent, 'endpoints' | 'unscraped' | 'hints'> {
  const trait = traits?.map(entry => entry.trait).find(isMetricsTrait);
  const isPresent = workload != null;
  // a trait declares an endpoint for any workload that can have pods at all
  const mayBeScraped = trait && (!isPresent || mayHavePods(workload));
  const defaults = (isPresent ? metricsOf(workload) : undefined) ?? (mayBeScraped ? GENERIC_METRICS : undefined);
  const known = defaults ? endpointsOf(trait?.spec, defaults) : [];
  const paths = [...new Set(known.map(({ path }) => path))].map(path => ({ path }));
  const endpoints = !isPresent && !trait ? [{}] : hasOwnPorts(workload) ? paths : known;
  const unscraped = defaults ? remark('metrics-disabled') : remark('kind-not-scraped', { kind: String(workload?.kind) });
  return {
    endpoints,
    unscraped: endpoints.length === 0 ? unscraped : undefined,
    hints: [
      ...trait?.spec?.scraper == null ? [] : [remark('other-scraper', { scraper: String(trait.spec.scraper) })],
      ...isPresent ? [] : [remark('no-component')],
    ],
  };
}

/** The applications and components among documents, on their own or as the template of a multi-cluster object. */
export function oamObjects(documents: readonly ManifestDocument[]): ManifestObject[] {
  return documents.flatMap(document => {
    const oam = oamObject(document);
    if (!oam) return [];
    const { kind, metadata, spec, pathOf } = oam;
    const checked = { apiVersion: OAM_API_VERSION, kind, metadata, spec };
    return [manifestObject(document, checked, () => CHECKS[kind](checked, ''), pathOf)];
  });
}

/** Checks the fields of an application or a component that decide what it declares. */
export function checkOamObject(kind: keyof typeof CHECKS, value: unknown): Finding[] {
  return CHECKS[kind](value, '');
}

const named = object({ name: labelName, namespace: namespaceName }, ['name']);

/** Checks the trait's own values. Whether they suit the workload was checked when it was declared. */
const metricsTrait: Check = (value, field) => isMetricsTrait(value) ? object({ spec: checkOf(METRICS_TRAIT) })(value, field) : FINE;

const binding = all(oneName, object({
  componentName: labelName,
  revisionName: filled,
  traits: list(object({ trait: all(manifest, metricsTrait) }, ['trait'])),
}));

/** The checks of what is declared: unless they pass, it is unknown. */
const CHECKS = {
  ApplicationConfiguration: object({ metadata: named, spec: object({ components: list(binding) }, ['components']) }, ['metadata', 'spec']),
  Component: object({ metadata: named, spec: object({ workload: manifest }, ['workload']) }, ['metadata', 'spec']),
};

/** Whether a trait is a MetricsTrait, of any vendor. */
function isMetricsTrait(trait: PlainValue | undefined): boolean {
  return trait?.kind === 'MetricsTrait' && isVendorVersion(trait.apiVersion);
}

/**
 * The components of all applications among manifests, of OAM and of plain Kubernetes. One that is given for both is there twice.
 *
 * @throws ManifestError with all findings about them
 */
export function declaredComponents(documents: readonly ManifestDocument[], defaultNamespace?: string): DeclaredComponent[] {
  const [ofOam, ofKubernetes] = [oamObjects(documents), kubernetesObjects(documents)];
  const findings = [...ofOam, ...ofKubernetes].flatMap(each => each.findings());
  if (findings.length > 0) throw new ManifestError(findings);
  return [...oamComponents(ofOam, defaultNamespace), ...kubernetesComponents(ofKubernetes, documents, defaultNamespace)];
}
