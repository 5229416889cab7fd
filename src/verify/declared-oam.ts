import type { DeclaredComponent } from './declared-component';
import { isMetricsTrait } from './oam-checks';
import { DeclaredOamObject } from './oam-objects';
import { remark } from './remarks';
import { ComponentIndex, componentOfRevision } from '../manifest/model/oam-object';
import { mayHavePods } from '../private/kinds/kind-of';
import { endpointsOf } from '../private/metrics';
import { hasOwnPorts, metricsOf } from '../workloads/known-kinds';
import { GENERIC_METRICS } from '../workloads/metrics-defaults';

/** The components of all applications, each where it is bound. */
export function oamComponents(objects: readonly DeclaredOamObject[], defaultNamespace?: string): DeclaredComponent[] {
  const components = new ComponentIndex<DeclaredOamObject>();
  for (const object of objects.filter(({ kind }) => kind === 'Component')) {
    components.add(object.metadata.name, object.metadata.namespace ?? defaultNamespace, object);
  }
  return objects.filter(({ kind }) => kind === 'ApplicationConfiguration').flatMap(application => componentsOf(application, components, defaultNamespace));
}

function componentsOf(
  { placeOf, metadata, spec }: DeclaredOamObject, components: ComponentIndex<DeclaredOamObject>, defaultNamespace?: string,
): DeclaredComponent[] {
  const namespace: string | undefined = metadata.namespace ?? defaultNamespace;
  return spec.components.map((binding: any, index: number) => {
    const component = nameOf(binding);
    const declaration = components.find(component, namespace);
    return {
      ...placeOf(`spec.components[${index}]`),
      application: metadata.name,
      ...namespace === undefined ? {} : { namespace },
      component,
      ...metricsOfBinding(binding, declaration?.spec.workload),
    };
  });
}

function nameOf({ componentName, revisionName }: any): string {
  return componentName ?? componentOfRevision(revisionName);
}

function metricsOfBinding({ traits }: any, workload: any): Pick<DeclaredComponent, 'endpoints' | 'unscraped' | 'hints'> {
  const trait = (traits ?? []).map((entry: any) => entry.trait).find(isMetricsTrait);
  const isPresent = workload != null;
  // a trait declares an endpoint, whatever its workload, if that can have pods at all
  const mayBeScraped = trait && (!isPresent || mayHavePods(workload));
  const defaults = (isPresent ? metricsOf(workload) : undefined) ?? (mayBeScraped ? GENERIC_METRICS : undefined);
  const known = defaults ? endpointsOf(trait?.spec, defaults) : [];
  const endpoints = !isPresent && !trait ? [{}] : hasOwnPorts(workload) ? [...new Set(known.map(({ path }) => path))].map(path => ({ path })) : known;
  return {
    endpoints,
    ...endpoints.length === 0 ? { unscraped: defaults ? remark('metrics-disabled') : remark('kind-not-scraped', { kind: workload.kind }) } : {},
    hints: [
      ...trait?.spec?.scraper == null ? [] : [remark('other-scraper', { scraper: trait.spec.scraper })],
      ...isPresent ? [] : [remark('no-component')],
    ],
  };
}
