import { RoutedBackend } from './destinations';
import { ApplicationModel } from '../../../platform/model';
import { grouped } from '../../../private/grouped';
import { memo } from '../../../private/memo';
import { Registry } from '../../../private/registry';
import { IngressContext } from '../rule';

/** A port of a Service, and the port of pods that it leads to. */
interface ServiceLead {
  readonly end: string;
  readonly pods: string;
}

/** Returns, for a port of a Service, all ports of Services that lead to the same port of the same pods. */
type Ends = (end: string) => readonly string[];

const keyFor = memo((_: ApplicationModel) => ({}));

/** The ports of Services through which requests reach the pods of a backend, as `<namespace> <service> <port>`. */
export function endsOf({ service, port, namespace }: RoutedBackend, context: IngressContext): string[] {
  const { binding: { application } } = context;
  if (service === undefined) return [];
  const end = `${service} ${port}`;
  if (namespace !== undefined) return [`${namespace} ${end}`];
  const ends = Registry.of(application.construct).once(keyFor(application), () => endsIn(context));
  return [...new Set([end, ...ends(end)])].map(each => `${application.namespace} ${each}`);
}

function endsIn({ binding: { application }, services }: IngressContext): Ends {
  const leads = application.bindings().flatMap(binding => services.reaching(binding)
    .flatMap(({ name, ports }) => ports.map(({ number, containerPort }): ServiceLead =>
      ({ end: `${name} ${number}`, pods: `${binding.componentName} ${containerPort}` }))));
  const [byEnd, byPods] = [grouped(leads, ({ end }) => [end]), grouped(leads, ({ pods }) => [pods])];
  return end => (byEnd.get(end) ?? []).flatMap(({ pods }) => byPods.get(pods) ?? []).map(lead => lead.end);
}
