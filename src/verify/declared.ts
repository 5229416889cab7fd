import { isMetricsTrait } from './declared-checks';
import { OamObject, oamObjects } from './oam-objects';
import { LocatedFinding, ManifestDocument, ManifestError } from '../manifest';
import { finding } from '../private/finding';
import { Endpoint, endpointsOf } from '../private/metrics';
import { hasOwnPorts, metricsOf } from '../workloads/known-kinds';
import { GENERIC_METRICS } from '../workloads/metrics-defaults';

/** Where metrics are collected; what is not declared is not known. */
export type DeclaredEndpoint = Partial<Endpoint>;

/** A component's place in an application, and where its metrics are collected by what is declared. */
export interface DeclaredComponent {
  /** Where it is declared. */
  readonly file: string;
  readonly line?: number;
  readonly application: string;
  /** Nothing where neither the manifests nor the user name it. */
  readonly namespace?: string;
  readonly component: string;
  readonly endpoints: readonly DeclaredEndpoint[];
  /** Why no endpoint is declared. */
  readonly unscraped?: string;
  /** What else may explain that there is no target. */
  readonly hints: readonly string[];
}

/** A Service, a ConfigMap and the like. */
const WITHOUT_PODS = /^v1\.(?!Pod$)/;

/** The components of all applications among manifests, each where it is bound. Throws all that is wrong with them together. */
export function declaredComponents(documents: readonly ManifestDocument[], defaultNamespace?: string): DeclaredComponent[] {
  const objects = oamObjects(documents);
  const findings = [...objects.flatMap(object => object.findings()), ...duplicates(objects, defaultNamespace)];
  if (findings.length > 0) throw new ManifestError(findings);
  const components = new Map<string, OamObject[]>();
  for (const object of objects.filter(({ kind }) => kind === 'Component')) {
    components.set(object.metadata.name, [...components.get(object.metadata.name) ?? [], object]);
  }
  return objects.filter(({ kind }) => kind === 'ApplicationConfiguration').flatMap(application => componentsOf(application, components, defaultNamespace));
}

/** Of two objects of one name the last is applied, whichever that is. Those without a namespace may go to different ones. */
function duplicates(objects: readonly OamObject[], defaultNamespace?: string): LocatedFinding[] {
  const firsts = new Map<string, OamObject>();
  return objects.flatMap(object => {
    const { kind, metadata } = object;
    const namespace = metadata?.namespace ?? defaultNamespace;
    if (namespace == null || metadata?.name == null) return [];
    const key = `${kind} ${namespace} ${metadata.name}`;
    const first = firsts.get(key)?.placeOf('metadata.name');
    if (!first) firsts.set(key, object);
    return !first ? [] : object.located(finding('duplicate-object', 'metadata.name', `is that of another ${kind}, ${first.file}:${first.line}`, 'leave out one of them'));
  });
}

type ByName = ReadonlyMap<string, readonly OamObject[]>;

function componentsOf({ placeOf, metadata, spec }: OamObject, components: ByName, defaultNamespace?: string): DeclaredComponent[] {
  const namespace: string | undefined = metadata.namespace ?? defaultNamespace;
  return spec.components.map((binding: any, index: number) => {
    const component = nameOf(binding);
    const named = components.get(component) ?? [];
    // one without a namespace is applied to that of the application
    const declaration = named.find(({ metadata: own }) => own.namespace === namespace)
      ?? named.find(({ metadata: own }) => (own.namespace ?? defaultNamespace ?? namespace) === namespace || namespace === undefined);
    return {
      ...placeOf(`spec.components[${index}]`),
      application: metadata.name,
      ...namespace === undefined ? {} : { namespace },
      component,
      ...metricsOfBinding(binding, declaration?.spec.workload),
    };
  });
}

/** A pinned revision is called `<component>-v<number>`. */
function nameOf({ componentName, revisionName }: any): string {
  return componentName ?? revisionName.replace(/-[^-]*$/, '');
}

function metricsOfBinding({ traits }: any, workload: any): Pick<DeclaredComponent, 'endpoints' | 'unscraped' | 'hints'> {
  const trait = (traits ?? []).map((entry: any) => entry.trait).find(isMetricsTrait);
  const isPresent = workload != null;
  const type = `${workload?.apiVersion}.${workload?.kind}`;
  // a trait declares an endpoint, whatever its workload, if that can have pods at all
  const defaults = (isPresent ? metricsOf(workload) : undefined) ?? (trait && !WITHOUT_PODS.test(type) ? GENERIC_METRICS : undefined);
  const known = defaults ? endpointsOf(trait?.spec, defaults) : [];
  const endpoints = !isPresent && !trait ? [{}] : hasOwnPorts(workload) ? [...new Set(known.map(({ path }) => path))].map(path => ({ path })) : known;
  return {
    endpoints,
    ...endpoints.length === 0 ? { unscraped: defaults ? 'its MetricsTrait says so' : `a ${workload.kind} is not scraped` } : {},
    hints: [
      ...trait?.spec?.scraper == null ? [] : [`its trait names scraper ${trait.spec.scraper}`],
      ...isPresent ? [] : ['its Component is not among the manifests'],
    ],
  };
}
