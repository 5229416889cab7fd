import type { ObjectIndex } from '../../objects/object-index';
import { podSpecPaths } from '../../objects/pod-holders';
import { asObject, listOf, PlainFields } from '../../private/check';
import { fieldAt } from '../../private/kinds/kind';
import { SERVICE } from '../../private/kinds/kubernetes-kinds';
import type { TypedManifest } from '../../private/oam-kind';

/** A value that the program in a container reads. */
interface ContainerValue {
  /** Whether all of it is an address, by its name: the host of a variable such as `DB_HOST`. */
  readonly isAddress: boolean;
  readonly text: string;
}

/** The Services that environment variables and arguments of the pods of an object name. */
export function calledServices(object: TypedManifest, index: ObjectIndex): TypedManifest[] {
  const namespace = object.metadata?.namespace;
  const values = podSpecPaths(object).flatMap(at => containersOf(fieldAt(object, at)))
    .flatMap(container => [...argumentsOf(container), ...variablesOf(container, namespace, index)]);
  return [...new Set(values.flatMap(hostsIn).flatMap(host => serviceAt(host, namespace, index) ?? []))];
}

function containersOf(pods: unknown): PlainFields[] {
  const { containers, initContainers } = asObject(pods);
  return [...listOf(containers), ...listOf(initContainers)].map(each => asObject(each));
}

const ADDRESS = /addr|endpoint|host|server|service|ur[il]/i;

function argumentsOf({ command, args }: PlainFields): ContainerValue[] {
  return [...listOf(command), ...listOf(args)].map(String).map(text => {
    const [, flag = '', value = text] = /^(--?[^=]*)=(.*)$/s.exec(text) ?? [];
    return { isAddress: ADDRESS.test(flag), text: value };
  });
}

function variablesOf({ env, envFrom }: PlainFields, namespace: unknown, index: ObjectIndex): ContainerValue[] {
  const dataOf = (source: unknown) => asObject<object>(index.named('/ConfigMap', namespace, asObject(source).name)?.data);
  const imported = listOf(envFrom).flatMap(each => Object.entries(dataOf(asObject(each).configMapRef)));
  const own = listOf(env).map((each): [string, unknown] => {
    const { name, value, valueFrom } = asObject(each);
    const source = asObject(asObject(valueFrom).configMapKeyRef);
    return [String(name), value ?? Object.entries(dataOf(source)).find(([key]) => key === source.key)?.[1]];
  });
  return [...imported, ...own].flatMap(([name, text]) => typeof text === 'string' ? [{ isAddress: ADDRESS.test(name), text }] : []);
}

/** The hosts in a value: after `://` or `@`, before a port, with the namespace, or all of an address. */
function hostsIn({ isAddress, text }: ContainerValue): string[] {
  return [...text.matchAll(/(:\/\/|@)?([a-z0-9.-]+)(:\d)?/g)]
    .filter(([, before, host, port]) => before ?? port ?? (host.includes('.') || isAddress && host === text))
    .map(([, , host]) => host);
}

/** The Service of a host name, as the DNS of the cluster resolves it for pods in a namespace. */
function serviceAt(host: string, around: unknown, index: ObjectIndex): TypedManifest | undefined {
  const [name, namespace = around, service = 'svc'] = host.split('.');
  return service === 'svc' ? index.named(SERVICE, namespace, name) : undefined;
}
