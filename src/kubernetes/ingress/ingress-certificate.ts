import { FINE, Finding } from '../../findings/finding';
import { CertificateIssuerKind, ISSUER_ANNOTATION } from '../../ingress/certificate-issuer';
import { brand } from '../../private/brand';
import { asProps, checkOptions, object, oneOf } from '../../private/check';
import { objectName, secretName } from '../../private/names';
import { snapshot } from '../../private/plain';
import { MAX_NAME, shortened } from '../names';

/** What is told of an issuer. */
export interface IngressIssuerOptions {
  /**
   * Kind of the issuer.
   *
   * @default CertificateIssuerKind.CLUSTER_ISSUER
   */
  readonly kind?: CertificateIssuerKind;
}

interface CertificateParts {
  readonly check: () => Finding[];
  /** The Secret with the certificate of an Ingress; nothing without TLS. */
  readonly secretOf: (ingress: string) => string | undefined;
  readonly annotations: () => Readonly<Record<string, string>>;
}

/** Where the certificates of Ingresses come from, unless an IngressTrait names a Secret of its own. */
export class IngressCertificate {
  /**
   * cert-manager makes a certificate for each Ingress, because an annotation names the issuer. It lies in the Secret `<ingress>-tls`.
   *
   * @param name name of the issuer
   * @param options its kind
   */
  public static issuer(name: string, options: IngressIssuerOptions = {}): IngressCertificate {
    const taken = snapshot(options);
    const { kind = CertificateIssuerKind.CLUSTER_ISSUER } = asProps(taken);
    return new IngressCertificate({
      check: () => [...objectName(name, 'name'), ...checkOptions(taken, ['kind'], () => object({ kind: oneOf(...Object.values(CertificateIssuerKind)) })(asProps(taken), ''))],
      secretOf: ingress => shortened(`${ingress}-tls`, MAX_NAME),
      annotations: () => ({ [ISSUER_ANNOTATION[kind]]: name }),
    });
  }

  /**
   * A certificate for all hosts that lies in each application's namespace already, in a Secret with the keys `tls.crt` and `tls.key`.
   *
   * @param name name of the Secret
   */
  public static secret(name: string): IngressCertificate {
    return new IngressCertificate({ check: () => secretName(name, 'name'), secretOf: () => name, annotations: () => ({}) });
  }

  /** No TLS: requests come in plain text, or TLS ends before the ingress controller. */
  public static insecureNone(): IngressCertificate {
    return new IngressCertificate({ check: () => FINE, secretOf: () => undefined, annotations: () => ({}) });
  }

  private constructor(private readonly parts: CertificateParts) {}

  /** @internal */
  public _check(): Finding[] {
    return this.parts.check();
  }

  /** @internal */
  public _secretOf(ingress: string): string | undefined {
    return this.parts.secretOf(ingress);
  }

  /** @internal */
  public get _annotations(): Readonly<Record<string, string>> {
    return this.parts.annotations();
  }
}

brand(IngressCertificate);
