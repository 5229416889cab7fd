import type { ApiObjectMetadata } from 'cdk8s';
import { ScraperAccessProps } from './access-props';
import { adapterOf } from './controllers/all';
import { AccessModel, CredentialsModel, PlannedObject, SecretNames, TlsModel } from './model';
import { ruleOf } from './scraper-peer';
import { certificateObject, issuerAnnotations, TlsCertificate } from '../ingress/tls-certificate';
import { podsPeer } from '../objects/network-peers';
import { Platform } from '../platform/platform';

/** The default path. */
export const ROOT = '/';

/**
 * The objects that an access renders. The one that leads to the scraper is last: applied in order, nothing is open before the others exist.
 */
export interface AccessPlan {
  readonly objects: PlannedObject[];
  readonly secrets: SecretNames;
  /** The Secrets that operators create from the objects. */
  readonly made: string[];
  /** Annotations that the access itself writes on its last object. */
  readonly annotations: string[];
}

/** The model for credentials. The controller and the user of the platform must have been checked. */
export function credentialsModel(platform: Platform, props: ScraperAccessProps, name: string): CredentialsModel {
  const { title, secret } = adapterOf(props.controller)!;
  return { namespace: platform.systemNamespace, name, user: platform.scraperUser!, controller: title, demand: secret };
}

/** The objects of an access whose properties have been checked. */
export function planAccess(platform: Platform, props: ScraperAccessProps, metadata: ApiObjectMetadata): AccessPlan {
  const { controller, credentials, host, path = ROOT, realm = host } = props;
  const name = metadata.name!;
  const namespace = platform.systemNamespace;
  const model = credentialsModel(platform, props, name);
  const secrets = credentials._source.secrets(model);
  const access: AccessModel = {
    namespace,
    name,
    host,
    path,
    realm,
    hasOwnRealm: props.realm !== undefined,
    service: { name: props.service.name, port: props.service.port ?? props.service.portName! },
    tls: tlsOf(props.tls, name),
    secret: secrets.controller,
  };
  const [main, ...rest] = adapterOf(controller)!.render(access);
  const [given, own] = [metadata.annotations, main.metadata.annotations];
  return {
    secrets,
    made: [
      ...credentials._source.comesLater ? new Set([secrets.client, secrets.controller.name]) : [],
      ...access.tls.isMade ? [access.tls.secretName!] : [],
    ],
    annotations: Object.keys(own ?? {}),
    objects: [
      ...props.insecureWithoutNetworkPolicy ? [] : [networkPolicyOf(namespace, name, props)],
      ...credentials._source.render(model),
      ...certificateOf(props.tls, access),
      ...rest,
      { ...main, metadata: { ...metadata, namespace, name, annotations: given || own ? { ...given, ...own } : undefined } },
    ],
  };
}

/** Lets only the ingress controller and the peers in `allowFrom` reach the scraper: anyone else would get in without a password. */
function networkPolicyOf(namespace: string, name: string, { service, controller, allowFrom = [] }: ScraperAccessProps): PlannedObject {
  const pods = controller._props;
  // a policy applies to ports of pods, not of Services
  const port = service.targetPort ?? service.targetPortName ?? service.port!;
  return {
    id: 'NetworkPolicy',
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { namespace, name },
    spec: {
      podSelector: { matchLabels: { ...service.podLabels } },
      policyTypes: ['Ingress'],
      ingress: [ruleOf([podsPeer(pods.namespace!, pods.podLabels!)], [port]), ...allowFrom.map(peer => peer._rule(namespace, port))],
    },
  };
}

/** The certificate of an access with the given name. */
export function tlsOf(tls: TlsCertificate, name: string): TlsModel {
  const { from, secretName, issuer } = tls._model;
  return {
    none: from === 'none',
    atGateway: from === 'gateway',
    isMade: issuer !== undefined,
    secretName: issuer ? secretName ?? `${name}-tls` : secretName,
    annotations: issuerAnnotations(tls),
  };
}

/** The Certificate of an access, if one is rendered. */
function certificateOf(tls: TlsCertificate, { namespace, name, host, tls: { secretName } }: AccessModel): PlannedObject[] {
  if (tls._model.from !== 'certificate') return [];
  return [{ id: 'Certificate', ...certificateObject(tls, { namespace, name }, { secretName, dnsNames: [host] }) }];
}
