import { GatewayApiIngressProps } from './gateway-api-props';
import { FINE, Finding, found } from '../../../../base/findings/finding';
import {
  attach, isPlain, refusedListeners, DescribedListener, GatewayDescription, ListenerProtocol, listenerHost,
  listenerPort,
} from '../../../ingress/gateway-description';
import { ApplicationModel } from '../../../../model/platform/model';

/** The parent of a route: a listener of the Gateway, or of a ListenerSet of its application. */
export interface Parent {
  readonly kind: 'Gateway' | 'ListenerSet';
  readonly name: string;
  readonly namespace?: string;
  readonly sectionName: string;
}

/** The parents of the routes of a host, or findings that say why there are none. */
interface HostParents {
  readonly parents: readonly Parent[];
  /** Whether requests arrive in plain text. */
  readonly isPlain: boolean;
  /** The Secrets with its certificates, as far as known. */
  readonly secrets: readonly (string | undefined)[];
  /** The hosts of the listeners over TLS, which clients may ask for when they connect. */
  readonly serverNames: readonly string[];
  /** Findings about the host as a whole. */
  readonly findings: readonly Finding[];
}

/** Returns the parents of the routes of a host. */
export type ParentsOf = (host: string) => HostParents;

/** The name of a ListenerSet's listener for a host. */
export const listenerOf = (host: string): string => host.replace(/^\*/, 'any--host');

/** Finds the parents for the routes of an application. */
export function parentsIn(application: ApplicationModel, props: GatewayApiIngressProps): ParentsOf {
  const { gateway, listenerSets, insecurePlainText, sectionNames } = props;
  const { name, namespace } = application;
  if (listenerSets) {
    const refused = refusedListeners(gateway, namespace ?? 'default');
    const parent = (host: string): Parent => ({ kind: 'ListenerSet', name, namespace, sectionName: listenerOf(host) });
    return host => ({
      parents: [parent(host)],
      isPlain: false,
      secrets: [],
      serverNames: [host],
      findings: [...refused, ...precedingListener(gateway, host)],
    });
  }
  return host => {
    const { listeners, findings } = attach(gateway, {
      host, namespace: namespace ?? 'default', isPlainAllowed: insecurePlainText ?? false, sectionNames,
    });
    const parents = listeners.map(({ name: sectionName }): Parent =>
      ({ kind: 'Gateway', name: gateway.name, namespace: gateway.namespace, sectionName }));
    const secure = listeners.filter(each => !isPlain(each));
    return { parents, isPlain: listeners.some(isPlain), secrets: secure.map(secretOf), serverNames: secure.map(listenerHost), findings };
  };
}

function secretOf({ secretName, secretNamespace }: DescribedListener): string | undefined {
  return secretNamespace == null ? secretName ?? undefined : undefined;
}

/** Without a ListenerSet, a host has the certificate of its listener: a trait cannot name another. */
export function secretFindings(hosts: readonly string[], secretName: string | undefined, parentsOf: ParentsOf): Finding[] {
  if (secretName === undefined) return FINE;
  const others = hosts.filter(host => parentsOf(host).secrets.some(secret => secret !== secretName));
  return others.length === 0 ? FINE
    : found('not-expressible', 'tls.secretName', { reason: 'secret-of-gateway', hosts: [...new Set(others)] });
}

/** A listener of the Gateway takes precedence over one of a ListenerSet for the same host. */
function precedingListener({ listeners, name }: GatewayDescription, host: string): Finding[] {
  const first = listeners.find(each => each.hostname === host && listenerPort(each) === 443 && each.protocol !== ListenerProtocol.HTTP);
  return first ? found('not-attached', '', { reason: 'own-listener', host, listener: first.name, gateway: name }) : FINE;
}
