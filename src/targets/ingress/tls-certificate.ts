import type { ApiObjectMetadata } from 'cdk8s';
import { bad, Check, FINE, Finding, found } from '../../base/findings/finding';
import { MAX_NAME, shortenedName } from '../../cluster/objects/names';
import { brand, instanceOf } from '../../base/brand';
import { asProps, closed, flag } from '../../base/check';
import { objectName, secretName } from '../../base/names';
import { snapshot } from '../../base/plain';

/** The kinds of issuers of cert-manager, with the annotation of an Ingress or a Gateway that names one. */
const ISSUER_ANNOTATIONS = {
  ClusterIssuer: 'cert-manager.io/cluster-issuer', Issuer: 'cert-manager.io/issuer',
} as const;

type IssuerKind = keyof typeof ISSUER_ANNOTATIONS;

/** Options of a certificate that cert-manager creates. */
export interface TlsCertificateOptions {
  /**
   * Whether a Certificate is rendered that requests the certificate. For a ScraperAccess, a SharedGateway and
   * ListenerSets; Istio has no annotation, so that one is always rendered.
   *
   * @default false: an annotation of the Ingress or the Gateway names the issuer, and cert-manager creates the
   * Certificate
   */
  readonly rendersCertificate?: boolean;

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
  /** Its source: a Secret, an issuer that an annotation names, one that a rendered Certificate names, or a Gateway. */
  readonly from: 'secret' | 'issuer' | 'certificate' | 'gateway' | 'none';
  readonly secretName?: string;
  readonly issuer?: { readonly kind: IssuerKind; readonly name: string };
}

const OPTIONS = closed<TlsCertificateOptions>({ rendersCertificate: flag, secretName });

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
   * A certificate that cert-manager creates, issued by a ClusterIssuer.
   *
   * @param name name of the ClusterIssuer
   * @param options how the certificate is requested, and its Secret
   */
  public static clusterIssuer(name: string, options?: TlsCertificateOptions): TlsCertificate {
    return TlsCertificate.issued('ClusterIssuer', name, options);
  }

  /**
   * A certificate that cert-manager creates, issued by an Issuer of the namespace of the Ingress or the Gateway; for
   * Istio, of the namespace of the gateway's pods.
   *
   * @param name name of the Issuer
   * @param options how the certificate is requested, and its Secret
   */
  public static issuer(name: string, options?: TlsCertificateOptions): TlsCertificate {
    return TlsCertificate.issued('Issuer', name, options);
  }

  /** The certificate of the listener of an HTTPRoute. Only for a ScraperAccess at an existing Gateway. */
  public static atGateway(): TlsCertificate { return new TlsCertificate({ from: 'gateway' }); }

  /**
   * No TLS. The password of a ScraperAccess crosses the network in plain text with every request; requests to Ingresses
   * come in plain text, unless TLS ends before the ingress controller.
   */
  public static insecureNone(): TlsCertificate { return new TlsCertificate({ from: 'none' }); }

  private static issued(kind: IssuerKind, name: string, options: TlsCertificateOptions = {}): TlsCertificate {
    const taken = snapshot(options);
    const { rendersCertificate, secretName: secret } = asProps(taken);
    return new TlsCertificate(
      {
        from: rendersCertificate === true ? 'certificate' : 'issuer',
        secretName: secret ?? undefined,
        issuer: { kind, name },
      },
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
  return issuer && from === 'issuer' ? { [ISSUER_ANNOTATIONS[issuer.kind]]: issuer.name } : {};
}

/** The Certificate by which cert-manager creates a certificate. */
export function certificateObject(
  { _model: { issuer } }: TlsCertificate, metadata: ApiObjectMetadata & { readonly name: string },
  { secretName: secret, dnsNames }: { readonly secretName?: string; readonly dnsNames: readonly unknown[] },
) {
  const spec = { secretName: secret, dnsNames, issuerRef: { group: 'cert-manager.io', ...issuer } };
  return { apiVersion: 'cert-manager.io/v1', kind: 'Certificate', metadata, spec };
}
