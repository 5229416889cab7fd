import type { ApiObjectMetadata } from 'cdk8s';
import { bad, Check, FINE, Finding, found } from '../../base/findings/finding';
import { MAX_NAME, shortenedName } from '../../cluster/objects/names';
import { brand, instanceOf } from '../../base/brand';
import { asProps, closed, oneOf } from '../../base/check';
import { objectName, secretName } from '../../base/names';
import { snapshot } from '../../base/plain';

/** The kind of the cert-manager object that issues a certificate. */
export enum CertificateIssuerKind {
  /** An issuer for the whole cluster. */
  CLUSTER_ISSUER = 'ClusterIssuer',
  /** An issuer of the namespace in which the certificate is needed. */
  ISSUER = 'Issuer',
}

/** The annotation of an Ingress or a Gateway for which cert-manager creates a certificate. */
const ISSUER_ANNOTATION: Readonly<Record<CertificateIssuerKind, string>> = {
  [CertificateIssuerKind.CLUSTER_ISSUER]: 'cert-manager.io/cluster-issuer',
  [CertificateIssuerKind.ISSUER]: 'cert-manager.io/issuer',
};

/** Options of a certificate that cert-manager creates. */
export interface TlsCertificateOptions {
  /** Kind of the issuer. @default CertificateIssuerKind.CLUSTER_ISSUER */
  readonly kind?: CertificateIssuerKind;

  /**
   * Name of the Secret to which cert-manager writes the certificate. Not for the Ingresses of IngressTraits, each of
   * which has its own Secret.
   *
   * @default - the name of the Ingress or the ScraperAccess, and `-tls`
   */
  readonly secretName?: string;
}

/** The plain record of a certificate. */
interface CertificateModel {
  /** The source of the certificate: the factory that created this value. */
  readonly from: 'secret' | 'issuer' | 'certificate' | 'gateway' | 'none';
  readonly secretName?: string;
  readonly issuer?: { readonly kind: CertificateIssuerKind; readonly name: string };
}

const OPTIONS = closed({ kind: oneOf(CertificateIssuerKind), secretName });

/**
 * The certificate with which hosts are served: that of a ScraperAccess, or those of Ingresses, unless an IngressTrait
 * names its own Secret.
 */
export class TlsCertificate {
  /**
   * A certificate in an existing Secret, with the keys `tls.crt` and `tls.key`: in the system namespace for a
   * ScraperAccess, in each application's namespace for Ingresses, where it covers all hosts, and in the namespace of
   * the gateway's pods for Istio.
   *
   * @param name name of the Secret
   */
  public static secret(name: string): TlsCertificate {
    return new TlsCertificate({ from: 'secret', secretName: name }, () => secretName(name, 'secretName'));
  }

  /**
   * A certificate that cert-manager creates because an annotation of the Ingress (or of the Gateway, if its support for
   * the Gateway API is enabled) names the issuer; for Istio, because a Certificate requests it.
   *
   * @param name name of the issuer
   * @param options its kind, and the Secret
   */
  public static issuer(name: string, options: TlsCertificateOptions = {}): TlsCertificate {
    return TlsCertificate.made('issuer', name, options);
  }

  /**
   * A certificate that cert-manager creates because a Certificate, which is also rendered, requests it. For a
   * ScraperAccess, and for Istio.
   *
   * @param name name of the issuer
   * @param options its kind, and the Secret
   */
  public static certificate(name: string, options: TlsCertificateOptions = {}): TlsCertificate {
    return TlsCertificate.made('certificate', name, options);
  }

  /** The certificate of the listener of an HTTPRoute. Only for a ScraperAccess at an existing Gateway. */
  public static atGateway(): TlsCertificate { return new TlsCertificate({ from: 'gateway' }); }

  /**
   * No TLS. The password of a ScraperAccess crosses the network in plain text with every request; requests to Ingresses
   * come in plain text, unless TLS ends before the ingress controller.
   */
  public static insecureNone(): TlsCertificate { return new TlsCertificate({ from: 'none' }); }

  private static made(from: 'issuer' | 'certificate', name: string, options: TlsCertificateOptions): TlsCertificate {
    const taken = snapshot(options);
    const { kind, secretName: secret } = asProps(taken);
    return new TlsCertificate(
      { from, secretName: secret ?? undefined, issuer: { kind: kind ?? CertificateIssuerKind.CLUSTER_ISSUER, name } },
      () => [...objectName(name, 'name'), ...OPTIONS(taken ?? {}, '')],
    );
  }

  private constructor(
    /** @internal */
    public readonly _model: CertificateModel,
    /** @internal */
    public readonly _check: () => Finding[] = () => FINE,
  ) {}
}

brand(TlsCertificate);

/** The check of a certificate for several objects. With an issuer, each has its own Secret, which cannot be named. */
export function certificateOfSeveral(
  refused: (from: CertificateModel['from']) => Finding[],
  otherwise: Check = (value, field) => bad('invalid-type', 'tls', field, value),
): Check {
  return instanceOf(TlsCertificate, otherwise, each => {
    const { from, issuer, secretName: own } = each._model;
    const findings = refused(from);
    if (findings.length > 0) return findings;
    const named = issuer && own !== undefined
      ? found('invalid-value', 'secretName', { reason: 'not-with', other: 'several certificates' }) : FINE;
    return [...each._check(), ...named];
  });
}

/** The Secret with the certificate of one of several objects; `undefined` without TLS. */
export function secretFor({ _model: { issuer, secretName: own } }: TlsCertificate, object: string): string | undefined {
  return issuer ? shortenedName(`${object}-tls`, MAX_NAME) : own;
}

/** The annotations by which cert-manager creates a certificate. */
export function issuerAnnotations({ _model: { from, issuer } }: TlsCertificate): Record<string, string> {
  return issuer && from === 'issuer' ? { [ISSUER_ANNOTATION[issuer.kind]]: issuer.name } : {};
}

/** The Certificate by which cert-manager creates a certificate. */
export function certificateObject(
  { _model: { issuer } }: TlsCertificate, metadata: ApiObjectMetadata & { readonly name: string },
  { secretName: secret, dnsNames }: { readonly secretName?: string; readonly dnsNames: readonly unknown[] },
) {
  const spec = { secretName: secret, dnsNames, issuerRef: { group: 'cert-manager.io', ...issuer } };
  return { apiVersion: 'cert-manager.io/v1', kind: 'Certificate', metadata, spec };
}
