import { certificateObject, issuerAnnotations, secretFor } from '../../../ingress/tls-certificate';
import {
  MAX_LISTENERS, attach, isPlain, refusedListeners, ListenerProtocol, listenerHost, listenerPort,
} from '../../../ingress/gateway-description';
import { listOf } from '../../../../base/check';
import {
  certificateOf, hostsOfRule, IngressContext, isPlainText, namedSecret, Rule, TraitOfBinding,
} from '../ingress-rules';
import { GatewayApiIngressProps, ROUTE_GROUP } from './gateway-api-props';
import { FINE, Finding, found, ownWords } from '../../../../base/findings/finding';
import { Claim, PlainObject } from '../../../../cluster/objects/rendered';

/** The parents of the routes of a host, or findings that say why there are none. */
interface HostParents {
  /** Listeners of the Gateway, or of a ListenerSet of its application. */
  readonly parents: readonly {
    readonly kind: 'Gateway' | 'ListenerSet';
    readonly name: string;
    readonly namespace?: string;
    readonly sectionName: string;
  }[];
  /** Whether requests arrive in plain text. */
  readonly isPlain: boolean;
  /** The Secrets with its certificates, as far as known. */
  readonly secrets: readonly (string | undefined)[];
  /** The hosts of the listeners over TLS, which clients may ask for when they connect. */
  readonly serverNames: readonly string[];
  readonly findings: readonly Finding[];
}

export type ParentsOf = (host: string) => HostParents;

/** The name of a ListenerSet's listener for a host. */
const listenerFor = (host: string): string => host.replace(/^\*/, 'any--host');

/** Finds the parents for the routes of a trait. */
export function parentsIn(
  { trait, binding: { application } }: TraitOfBinding, props: GatewayApiIngressProps,
): ParentsOf {
  const { gateway, listenerSets, insecurePlainText, sectionNames } = props;
  const { name, namespace } = application;
  const isPlainOnly = isPlainText(trait);
  if (listenerSets) {
    const refused = refusedListeners(gateway, namespace ?? 'default');
    return host => {
      // a listener of the Gateway takes precedence over one of a ListenerSet for the same host
      const first = gateway.listeners.find(each =>
        each.hostname === host && listenerPort(each) === 443 && each.protocol !== ListenerProtocol.HTTP);
      return {
        parents: [{ kind: 'ListenerSet', name, namespace, sectionName: listenerFor(host) }],
        isPlain: false,
        secrets: [],
        serverNames: [host],
        findings: [...refused, ...first ? found('not-attached', '', {
          reason: 'own-listener', host, listener: first.name, gateway: gateway.name,
        }) : FINE],
      };
    };
  }
  return host => {
    const { listeners, findings } = attach(gateway, {
      host, namespace: namespace ?? 'default', isPlainAllowed: insecurePlainText ?? false, isPlainOnly, sectionNames,
    });
    const secure = listeners.filter(each => !isPlain(each));
    return {
      parents: listeners.map(({ name: sectionName }) =>
        ({ kind: 'Gateway', name: gateway.name, namespace: gateway.namespace, sectionName })),
      isPlain: listeners.some(isPlain),
      secrets: secure.map(each => each.secretNamespace == null ? each.secretName ?? undefined : undefined),
      serverNames: secure.map(listenerHost),
      findings,
    };
  };
}

/** Lets cert-manager answer HTTP-01 challenges at the Gateway: a ListenerSet has no listener for plain text. */
const HTTP01_AT_GATEWAY = { 'acme.cert-manager.io/http01-parentreffallback': 'true' };

/**
 * The ListenerSets of applications, one for each: the first trait of an application renders it, with the hosts of all
 * traits.
 */
export class ListenerSets {
  public constructor(private readonly props: GatewayApiIngressProps) {}

  /**
   * The objects of an application: the ListenerSet with its first trait, the Certificate with the first that names no
   * Secret.
   */
  public objectsOf({ trait, binding: { application }, ingressTraits }: IngressContext): PlainObject[] {
    const { listenerSets, gateway } = this.props;
    if (!listenerSets) return [];
    const { name, namespace } = application;
    const traits = ingressTraits(application);
    const secretName = secretFor(listenerSets, name)!;
    const certified = traits.find(each => namedSecret(each.trait) === undefined);
    const objects: PlainObject[] = [];
    if (certified?.trait === trait && listenerSets._model.from === 'certificate') {
      const dnsNames = this.certifiedHosts(traits).filter(([, own]) => own === secretName).map(([host]) => host);
      objects.push(certificateObject(listenerSets, { name: secretName, namespace }, { secretName, dnsNames }));
    }
    if (traits[0]?.trait === trait) {
      const annotations = listenerSets._model.from === 'issuer'
        ? { annotations: { ...issuerAnnotations(listenerSets), ...HTTP01_AT_GATEWAY } } : {};
      objects.push({
        apiVersion: `${ROUTE_GROUP}/v1`,
        kind: 'ListenerSet',
        metadata: { name, namespace, ...annotations },
        spec: {
          parentRef: { group: ROUTE_GROUP, kind: 'Gateway', name: gateway.name, namespace: gateway.namespace },
          listeners: this.certifiedHosts(traits).map(([host, secret]) => ({
            name: listenerFor(host),
            hostname: host,
            port: 443,
            protocol: 'HTTPS',
            tls: { mode: 'Terminate', certificateRefs: [{ group: '', kind: 'Secret', name: secret }] },
            allowedRoutes: { namespaces: { from: 'Same' } },
          })),
        },
      });
    }
    return objects;
  }

  /** Claims hosts: a host has one listener, with one certificate, in the whole cluster. */
  public claimsOf({ trait, binding: { application } }: IngressContext, rules: readonly Rule[]): Claim[] {
    const { listenerSets, gateway } = this.props;
    if (!listenerSets) return [];
    const value = `${application.namespace}/${application.name} ${namedSecret(trait) ?? ''}`;
    return rules.flatMap(({ hosts, index }) => hosts.map((host): Claim => {
      const field = ['rules', index, 'hosts'];
      const key = `listener ${gateway.namespace}/${gateway.name} ${host}`;
      const clash: Claim['clash'] = given =>
        found('not-attached', field, { reason: 'second-listener', host, ...given });
      return { key, value, field, clash };
    }));
  }

  /** Reports findings about the Secret of a trait and, for the first trait of an application, about its ListenerSet. */
  public findingsOf({ trait, binding: { application }, ingressTraits }: IngressContext): Finding[] {
    const { listenerSets } = this.props;
    if (!listenerSets) return FINE;
    const traits = ingressTraits(application);
    const { from, secretName: secret } = certificateOf(trait)._model;
    // cert-manager writes the Secrets of all listeners of a ListenerSet with its annotation
    const isReplaced = secret !== undefined && listenerSets._model.from === 'issuer'
      && secret !== secretFor(listenerSets, application.name);
    const count = traits[0]?.trait === trait ? this.certifiedHosts(traits).length : 0;
    return [
      ...from === 'none' ? found('not-expressible', 'insecurePlainText', ownWords(
        'cannot be expressed: the listeners of a ListenerSet serve HTTPS',
        "leave it out, or leave 'listenerSets' out and describe a listener with 'protocol: HTTP'")) : FINE,
      ...isReplaced ? found('not-expressible', 'tls.secretName', { reason: 'secret-of-issuer', secret }) : FINE,
      ...count <= MAX_LISTENERS ? FINE
        : found('not-attached', '', { reason: 'many-listeners', count, max: MAX_LISTENERS }),
    ];
  }

  /** The hosts of traits of an application, and their Secrets. */
  private certifiedHosts(traits: readonly TraitOfBinding[]): [host: string, secretName: string][] {
    const { listenerSets, domain } = this.props;
    return [...new Map(traits.flatMap(({ trait, binding: { application } }) => {
      const secretName = secretFor(certificateOf(trait, listenerSets), application.name)!;
      return listOf(trait.fields.spec?.rules).flatMap(rule => hostsOfRule(rule?.hosts, application, domain))
        .map(host => [host, secretName] as const);
    }))];
  }
}
