import { GatewayApiIngressProps } from './gateway-api-props';
import { ROUTE_GROUP } from './implementations/implementation';
import { listenerOf } from './parents';
import { FINE, Finding, found } from '../../../findings/finding';
import { MAX_LISTENERS } from '../../../ingress/gateway-description';
import { certificateObject, issuerAnnotations, secretFor } from '../../../ingress/tls-certificate';
import { Claim, PlainObject } from '../../../objects/rendering';
import { ApplicationModel } from '../../../platform/model';
import { listOf } from '../../../private/check';
import { PlainRule, IngressContext, Rule, TraitOfBinding, namedSecret } from '../rule';
import { HostsOf } from '../trait-rules';

/** A host, and the Secret with its certificate. */
interface CertifiedHost {
  readonly host: string;
  readonly secretName: string;
}

/** Lets cert-manager answer HTTP-01 challenges at the Gateway: a ListenerSet has no listener for plain text. */
const HTTP01_AT_GATEWAY = { 'acme.cert-manager.io/http01-parentreffallback': 'true' };

/** The ListenerSets of applications, one for each: the first trait of an application renders it, with the hosts of all traits. */
export class ListenerSets {
  public constructor(private readonly props: GatewayApiIngressProps, private readonly hostsOf: HostsOf) {}

  /** The objects of an application: the ListenerSet with its first trait, the Certificate with the first that names no Secret. */
  public objectsOf({ trait, binding: { application }, ingressTraits }: IngressContext): PlainObject[] {
    if (!this.props.listenerSets) return [];
    const all = ingressTraits(application);
    const traits = all.map(each => each.trait);
    const certified = traits.find(each => namedSecret(each) === undefined);
    return [
      ...certified === trait ? this.certificatesOf(application, this.certified(all)) : [],
      ...traits[0] === trait ? [this.listenerSetOf(application, this.certified(all))] : [],
    ];
  }

  /** Claims hosts: a host has one listener, with one certificate, in the whole cluster. */
  public claimsOf({ trait, binding: { application } }: IngressContext, rules: readonly Rule[]): Claim[] {
    const { listenerSets, gateway } = this.props;
    const secretName = namedSecret(trait) ?? '';
    const claimOf = (host: string, field: Claim['field']): Claim => ({
      key: `listener ${gateway.namespace}/${gateway.name} ${host}`,
      value: `${application.namespace}/${application.name} ${secretName}`,
      field,
      clash: given => found('not-attached', field, { reason: 'second-listener', host, ...given }),
    });
    return listenerSets ? rules.flatMap(({ hosts, index }) => hosts.map(host => claimOf(host, ['rules', index, 'hosts']))) : [];
  }

  /** Reports findings about the Secret of a trait and, for the first trait of an application, about its ListenerSet. */
  public findingsOf({ trait, binding: { application }, ingressTraits }: IngressContext): Finding[] {
    if (!this.props.listenerSets) return FINE;
    const all = ingressTraits(application);
    const count = all[0]?.trait === trait ? this.certified(all).length : 0;
    return [
      ...this.replaced(application, namedSecret(trait)),
      ...count <= MAX_LISTENERS ? FINE : found('not-attached', '', { reason: 'many-listeners', count, max: MAX_LISTENERS }),
    ];
  }

  /** Reports a Secret that cert-manager would overwrite: it writes the Secrets of all listeners of a ListenerSet with its annotation. */
  private replaced(application: ApplicationModel, secret: string | undefined): Finding[] {
    const isWritten = secret !== undefined && this.props.listenerSets?._model.from === 'issuer' && secret !== this.secretOf(application);
    return isWritten ? found('not-expressible', 'tls.secretName', { reason: 'secret-of-issuer', secret }) : FINE;
  }

  /** The hosts of traits of an application, and their Secrets. */
  private certified(traits: readonly TraitOfBinding[]): CertifiedHost[] {
    const hosts = traits.flatMap(({ trait, binding: { application } }) => {
      const named = listOf<PlainRule>(trait.fields.spec?.rules).flatMap(rule => this.hostsOf(rule.hosts, application));
      return named.map(host => ({ host, secretName: namedSecret(trait) ?? this.secretOf(application) }));
    });
    return [...new Map(hosts.map(each => [each.host, each])).values()];
  }

  private secretOf({ name }: ApplicationModel): string {
    return secretFor(this.props.listenerSets!, name)!;
  }

  private listenerSetOf(application: ApplicationModel, hosts: readonly CertifiedHost[]): PlainObject {
    const { gateway: { name, namespace }, listenerSets } = this.props;
    const annotations = listenerSets!._model.from === 'issuer' ? { ...issuerAnnotations(listenerSets!), ...HTTP01_AT_GATEWAY } : undefined;
    return {
      apiVersion: `${ROUTE_GROUP}/v1`,
      kind: 'ListenerSet',
      metadata: { name: application.name, namespace: application.namespace, ...annotations && { annotations } },
      spec: { parentRef: { group: ROUTE_GROUP, kind: 'Gateway', name, namespace }, listeners: hosts.map(listener) },
    };
  }

  /** A Certificate for the hosts whose traits name no Secret. */
  private certificatesOf(application: ApplicationModel, hosts: readonly CertifiedHost[]): PlainObject[] {
    const { listenerSets } = this.props;
    const secretName = this.secretOf(application);
    const dnsNames = hosts.filter(each => each.secretName === secretName).map(({ host }) => host);
    const metadata = { name: secretName, namespace: application.namespace };
    return listenerSets!._model.from === 'certificate' ? [certificateObject(listenerSets!, metadata, { secretName, dnsNames })] : [];
  }
}

function listener({ host, secretName }: CertifiedHost): object {
  return {
    name: listenerOf(host),
    hostname: host,
    port: 443,
    protocol: 'HTTPS',
    tls: { mode: 'Terminate', certificateRefs: [{ group: '', kind: 'Secret', name: secretName }] },
    allowedRoutes: { namespaces: { from: 'Same' } },
  };
}
