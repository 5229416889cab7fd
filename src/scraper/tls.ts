import { PlannedObject, TlsModel } from './model';
import { ISSUER_ANNOTATION } from '../ingress/certificate-issuer';
import { TlsCertificate } from '../ingress/tls-certificate';

/** What the TLS of an access is made for. */
export interface TlsOwner {
  readonly namespace: string;
  readonly name: string;
  readonly host: string;
}

/** How an access is served with a certificate. */
export function tlsOf({ _model: { from, secretName, issuer } }: TlsCertificate, { name }: Pick<TlsOwner, 'name'>): TlsModel {
  return {
    none: from === 'none',
    atGateway: from === 'gateway',
    isMade: issuer !== undefined,
    secretName: issuer ? secretName ?? `${name}-tls` : secretName,
    annotations: issuer && from === 'issuer' ? { [ISSUER_ANNOTATION[issuer.kind]]: issuer.name } : {},
  };
}

/** The Certificate of an access, where one is rendered. */
export function certificateOf(certificate: TlsCertificate, owner: TlsOwner): PlannedObject[] {
  const { from, issuer } = certificate._model;
  if (from !== 'certificate') return [];
  return [{
    id: 'Certificate',
    apiVersion: 'cert-manager.io/v1',
    kind: 'Certificate',
    metadata: { namespace: owner.namespace, name: owner.name },
    fields: {
      spec: {
        secretName: tlsOf(certificate, owner).secretName,
        dnsNames: [owner.host],
        issuerRef: { group: 'cert-manager.io', ...issuer },
      },
    },
  }];
}
