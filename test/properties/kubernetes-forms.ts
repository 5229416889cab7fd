import { effectiveDefaults, workloadManifest } from './expected';
import { Defaults, endpointsOf } from './facts';
import { parametersSet } from './paved';
import { ComponentRecipe, PlatformRecipe, WorkloadRecipe } from './recipe';

/** What a workload is, whichever class it was handed to. */
export type Form = 'containerized' | 'helidon' | 'coherence' | 'weblogic' | 'Deployment' | 'StatefulSet' | 'Service' | 'ConfigMap' | 'Coherence' | 'Domain' | 'Widget';

const FORMS: Record<string, Form> = { deployment: 'Deployment', service: 'Service', configMap: 'ConfigMap', ContainerizedWorkload: 'containerized' };

/** What a workload is. */
export function formOf({ type, fields }: WorkloadRecipe): Form {
  const named = ['manifest', 'custom'].includes(type) ? fields.kind : type;
  return FORMS[named] ?? named;
}

/** The spec of the pods of a workload that has containers. */
export function podSpecOf(form: Form, fields: any): any {
  switch (form) {
    case 'containerized': return fields.spec;
    case 'helidon': return fields.spec.deploymentTemplate.podSpec;
    case 'Deployment': case 'StatefulSet': return fields.spec.template.spec;
    default: return undefined;
  }
}

/** The resource of an operator in a workload. */
export function resourceOf(form: Form, fields: any): any {
  return ['coherence', 'weblogic'].includes(form) ? fields.spec.template : fields;
}

export const isCoherence = (form: Form) => form === 'coherence' || form === 'Coherence';
export const isWebLogic = (form: Form) => form === 'weblogic' || form === 'Domain';

/** Whether a workload has pods to which something can be added. */
export function hasPods(form: Form): boolean {
  return !['Service', 'ConfigMap', 'Widget'].includes(form);
}

/** A port on which pods listen. */
export interface Port {
  readonly number: number;
  readonly protocol: string;
  readonly name?: string;
  readonly container?: string;
}

/** The ports that a workload declares, from the documents of Kubernetes and of the operators. */
export function portsOf(form: Form, fields: any): Port[] {
  const containers: any[] = podSpecOf(form, fields)?.containers ?? [];
  if (isCoherence(form)) return (resourceOf(form, fields).spec.ports ?? []).map((p: any) => ({ number: p.port, protocol: p.protocol ?? 'TCP', name: p.name }));
  return containers.flatMap(c => (c.ports ?? []).map((p: any) => ({ number: p.containerPort, protocol: p.protocol ?? 'TCP', name: p.name, container: c.name })));
}

/** The fields of a component's workload with the values that its binding gives to the parameters. */
export function fieldsOf({ workload, parameters, binding }: ComponentRecipe): any {
  return parametersSet(workload!.fields, parameters ?? [], binding?.entry.parameterValues ?? []);
}

/** What is known of how a component is scraped. */
export interface Scraped {
  readonly defaults?: Defaults;
  readonly endpoints: { port: number; path: string }[];
  readonly secret?: string;
}

/** How a component is scraped. */
export function scrapedOf(component: ComponentRecipe, platform: PlatformRecipe): Scraped {
  const { workload, binding } = component;
  const defaults = effectiveDefaults(workload!, workloadManifest(workload!, platform, false));
  const spec = binding?.traits.find(t => t.type === 'metrics')?.spec ?? {};
  const endpoints = defaults ? endpointsOf(spec, defaults) : [];
  return { defaults, endpoints, ...endpoints.length > 0 && { secret: spec.secret ?? defaults!.secret } };
}
