/** What kind of object of cert-manager issues a certificate. */
export enum CertificateIssuerKind {
  /** An issuer for the whole cluster. */
  CLUSTER_ISSUER = 'ClusterIssuer',
  /** An issuer of the namespace in which the certificate is needed. */
  ISSUER = 'Issuer',
}

/** The annotation of an Ingress by which cert-manager makes a certificate for it. */
export const ISSUER_ANNOTATION: Readonly<Record<CertificateIssuerKind, string>> = {
  [CertificateIssuerKind.CLUSTER_ISSUER]: 'cert-manager.io/cluster-issuer',
  [CertificateIssuerKind.ISSUER]: 'cert-manager.io/issuer',
};
