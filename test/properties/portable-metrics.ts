import { Form, formOf, isCoherence, isWebLogic, podSpecOf, portsOf, resourceOf, scrapedOf } from './kubernetes-forms';
import { TargetRecipe } from './kubernetes-recipe';
import { leadingTo } from './portable-workloads';
import { ComponentRecipe, PlatformRecipe, TraitRecipe } from './recipe';

const OFF: TraitRecipe = { type: 'metrics', by: 'class', spec: { enabled: false } };

/** The component with its endpoints declared, since nothing else is found; or with its metrics switched off, where they cannot be. */
export function portableMetrics(component: ComponentRecipe, platform: PlatformRecipe, target: TargetRecipe): ComponentRecipe {
  const { workload, binding } = component;
  const form = formOf(workload!);
  const fields = structuredClone(workload!.fields);
  if (isCoherence(form)) plainCoherence(resourceOf(form, fields).spec);
  const traits = isWebLogic(form) ? binding!.traits.map(scrapedAsTheOperatorSays) : binding!.traits;
  const changed = { ...component, workload: { ...workload!, fields }, binding: { ...binding!, traits } };
  const { endpoints } = scrapedOf(changed, platform);
  if (endpoints.length === 0) return changed;
  const isFound = isWebLogic(form) ? endpoints.length === 1 : canDeclare(form);
  if (!isFound || !isServed(form, target)) return { ...changed, binding: { ...binding!, traits: [...traits.filter(t => t.type !== 'metrics'), OFF] } };
  if (!isWebLogic(form)) endpoints.forEach(({ port }, i) => declare(form, fields, port, i, target));
  const service = form === 'helidon' ? fields.spec.serviceTemplate?.serviceSpec : undefined;
  // one that leads to every endpoint
  if (service && target.monitorKind === 'ServiceMonitor') service.ports = portsOf(form, fields).map((port, i) => leadingTo({ targetPort: port.number % 2 === 0 ? 'named' : port.number }, port, i));
  return changed;
}

/** Annotations of the pods say where WebLogic is scraped. */
function scrapedAsTheOperatorSays(trait: TraitRecipe): TraitRecipe {
  if (trait.type !== 'metrics' || trait.spec.enabled === false) return trait;
  const { port, path, ports, ...spec } = trait.spec;
  return { ...trait, spec };
}

/** No monitor of the operator's own, and no certificates in the place of a password. */
function plainCoherence(spec: any): void {
  spec.ports?.forEach((port: any, i: number) => {
    delete port.serviceMonitor;
    port.name = `p${i}`;
  });
  if (spec.coherence?.metrics?.ssl) delete spec.coherence.metrics.ssl;
}

function canDeclare(form: Form): boolean {
  return isCoherence(form) || ['containerized', 'helidon', 'Deployment', 'StatefulSet'].includes(form);
}

/** A ServiceMonitor needs a Service. */
function isServed(form: Form, { monitorKind }: TargetRecipe): boolean {
  return monitorKind !== 'ServiceMonitor' || ['containerized', 'helidon', 'coherence', 'Coherence'].includes(form);
}

function declare(form: Form, fields: any, port: number, index: number, { monitorKind }: TargetRecipe): void {
  const ports = portsOf(form, fields);
  if (ports.some(each => each.number === port && each.protocol === 'TCP')) return;
  if (isCoherence(form)) {
    const { spec } = resourceOf(form, fields);
    // this one is found without being listed
    if (spec.coherence?.metrics?.enabled === true && (spec.coherence.metrics.port ?? 9612) === port && monitorKind !== 'ServiceMonitor') return;
    spec.ports = [...spec.ports ?? [], { name: `m${index}`, port }];
    return;
  }
  const [first] = podSpecOf(form, fields).containers;
  first.ports = [...first.ports ?? [], { containerPort: port, name: `metrics${'abcdefgh'[index]}` }];
}
