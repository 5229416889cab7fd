import { fieldsOf, Form, formOf, resourceOf } from './kubernetes-forms';
import { ComponentRecipe } from './recipe';

/** A port on which a rendered pod listens. */
export interface PodPort {
  readonly number: number;
  readonly name?: string;
  readonly protocol: string;
}

/** The pods of a rendered object. */
export interface Pods {
  readonly owner: any;
  readonly namespace: string;
  readonly labels: Record<string, string>;
  readonly ports: PodPort[];
}

const HEALTH: PodPort = { number: 6676, name: 'health', protocol: 'TCP' };

/** The pods of objects, as Kubernetes and the operators make them. */
export function podsOf(objects: readonly any[]): Pods[] {
  return objects.flatMap(owner => {
    const { kind, metadata: { namespace }, spec } = owner;
    switch (kind) {
      case 'Deployment': case 'StatefulSet': return [{ owner, namespace, labels: spec.template.metadata?.labels ?? {}, ports: listening(spec.template.spec) }];
      case 'Coherence': return [{ owner, namespace, labels: spec.labels ?? {}, ports: [...(spec.ports ?? []).map(listed), { ...HEALTH, number: spec.healthPort ?? HEALTH.number }] }];
      case 'Domain': return [{ owner, namespace, labels: spec.serverPod?.labels ?? {}, ports: [] }];
      default: return [];
    }
  });
}

const listed = ({ port, name, protocol = 'TCP' }: any): PodPort => ({ number: port, name, protocol });

function listening({ containers }: any): PodPort[] {
  return containers.flatMap((c: any) => (c.ports ?? []).map(({ containerPort, name, protocol = 'TCP' }: any): PodPort => ({ number: containerPort, name, protocol })));
}

/** Whether labels are selected. */
export function selects(selector: Record<string, string>, labels: Record<string, string>): boolean {
  return Object.entries(selector).every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value);
}

/** Kind and name of the object that a component mainly is. */
export function mainOf(component: ComponentRecipe): { kind: string; name: string } {
  const fields = fieldsOf(component);
  const form = formOf(component.workload!);
  const kinds: Partial<Record<Form, string>> = { containerized: 'Deployment', helidon: 'Deployment', coherence: 'Coherence', weblogic: 'Domain' };
  const holder = form === 'helidon' ? fields.spec.deploymentTemplate : resourceOf(form, fields);
  return { kind: kinds[form] ?? form, name: holder.metadata?.name ?? component.name };
}
