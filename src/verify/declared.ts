import { isMetricsTrait } from './declared-checks';
import { OamObject, oamObjects } from './oam-objects';
import { ManifestDocument } from '../manifest/manifest-document';
import { ManifestError } from '../manifest/manifest-error';
import { Endpoint, endpointsOf } from '../private/metrics';
import { metricsOf } from '../workloads/known-kinds';
import { GENERIC_METRICS } from '../workloads/metrics-defaults';

/** A component's place in an application, and where its metrics are collected by what is declared. */
export interface DeclaredComponent {
  /** Where it is declared. */
  readonly file: string;
  readonly line?: number;
  readonly application: string;
  /** Nothing where neither the manifests nor the user name it. */
  readonly namespace?: string;
  readonly component: string;
  readonly endpoints: readonly Endpoint[];
  /** Whether the ports are the pods' own affair, whatever is declared: the servers of WebLogic listen on one each. */
  readonly isAnyPort: boolean;
  /** The scraper that the component's trait names. */
  readonly scraper?: string;
  /** Why no endpoint is declared. */
  readonly unscraped?: string;
}

const WEBLOGIC = /^(weblogic\.oracle\/.*\.Domain|oam\.[^/]+\/.*WebLogicWorkload)$/;

/** The components of all applications among manifests, each where it is bound. Throws all that is wrong with them together. */
export function declaredComponents(documents: readonly ManifestDocument[], defaultNamespace?: string): DeclaredComponent[] {
  const objects = oamObjects(documents);
  const findings = objects.flatMap(object => object.findings());
  if (findings.length > 0) throw new ManifestError(findings);
  return objects.filter(({ kind }) => kind === 'ApplicationConfiguration').flatMap(application => componentsOf(application, objects, defaultNamespace));
}

function componentsOf({ placeOf, metadata, spec }: OamObject, objects: readonly OamObject[], defaultNamespace?: string): DeclaredComponent[] {
  const namespaceOf = (given: any): string | undefined => given.namespace ?? defaultNamespace;
  const namespace = namespaceOf(metadata);
  return spec.components.map((binding: any, index: number) => {
    const component = componentOf(binding);
    const declaration = objects.find(({ kind, metadata: own }) => kind === 'Component' && own.name === component && namespaceOf(own) === namespace);
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
function componentOf({ componentName, revisionName }: any): string {
  return componentName ?? revisionName.replace(/-[^-]*$/, '');
}

function metricsOfBinding({ traits }: any, workload: any): Pick<DeclaredComponent, 'endpoints' | 'isAnyPort' | 'scraper' | 'unscraped'> {
  const trait = (traits ?? []).map((entry: any) => entry.trait).find(isMetricsTrait);
  // what lives elsewhere and has a trait is scraped as that says
  const defaults = workload ? metricsOf(workload) : trait && GENERIC_METRICS;
  const endpoints = defaults ? endpointsOf(trait?.spec, defaults) : [];
  return {
    endpoints,
    isAnyPort: WEBLOGIC.test(`${workload?.apiVersion}.${workload?.kind}`),
    ...trait?.spec?.scraper == null ? {} : { scraper: trait.spec.scraper },
    ...endpoints.length === 0 ? { unscraped: whyUnscraped(workload, defaults) } : {},
  };
}

function whyUnscraped(workload: any, defaults: unknown): string {
  if (!workload) return 'its Component is not among the manifests, and it has no MetricsTrait';
  return defaults ? 'its MetricsTrait says so' : `a ${workload.kind} is not scraped`;
}
