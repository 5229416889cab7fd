import { PlannedObject, TlsModel } from './model';
import { FINE, Finding } from '../findings/finding';
import { CertificateIssuerKind, ISSUER_ANNOTATION } from '../ingress/certificate-issuer';
import { brand } from '../private/brand';
import { asProps, object, oneOf, only } from '../private/check';
import { objectName, secretName } from '../private/names';
import { snapshot } from '../private/plain';

/** A certificate that cert-manager makes. */
export interface CertificateOptions {
  /** `metadata.name` of the issuer. */
  readonly name: string;

  /**
   * Kind of the issuer.
   *
   * @default CertificateIssuerKind.ISSUER
   */
  readonly kind?: CertificateIssuerKind;

  /**
   * Name of the Secret that cert-manager writes the certificate to.
   *
   * @default - the name of the access, and `-tls`
   */
  readonly secretName?: string;
}

/** What the TLS of an access is made for. */
export interface TlsOwner {
  readonly namespace: string;
  readonly name: string;
  readonly host: string;
}

/** The parts of one way to TLS. */
interface TlsParts {
  readonly check: () => Finding[];
  readonly model: (owner: TlsOwner) => TlsModel;
  readonly render?: (owner: TlsOwner) => PlannedObject[];
}

const OPTIONS = object({ name: objectName, kind: oneOf(...Object.values(CertificateIssuerKind)), secretName }, ['name']);
const checkCertificate = (options: CertificateOptions) => [...only('name', 'kind', 'secretName')(options, ''), ...OPTIONS(options, '')];

const secretOf = (options: CertificateOptions, { name }: TlsOwner) => options.secretName ?? `${name}-tls`;
const kindOf = ({ kind }: CertificateOptions) => kind ?? CertificateIssuerKind.ISSUER;
const MODEL = { none: false, atGateway: false, isMade: false, annotations: {} };

/** The certificate with which the scraper's host is served. */
export class ScraperTls {
  /**
   * A certificate that lies in a Secret of the system namespace already, with the keys `tls.crt` and `tls.key`.
   *
   * @param name name of the Secret
   */
  public static secret(name: string): ScraperTls {
    return new ScraperTls({ check: () => secretName(name, 'secretName'), model: () => ({ ...MODEL, secretName: name }) });
  }

  /**
   * A certificate that cert-manager makes because an annotation of the Ingress (or of the Gateway) names its issuer.
   *
   * @param options the issuer
   */
  public static issuer(options: CertificateOptions): ScraperTls {
    const taken = snapshot(options);
    const given = asProps(taken);
    return new ScraperTls({
      check: () => checkCertificate(taken),
      model: owner => ({
        ...MODEL,
        isMade: true,
        secretName: secretOf(given, owner),
        annotations: { [ISSUER_ANNOTATION[kindOf(given)]]: given.name },
      }),
    });
  }

  /**
   * A certificate that cert-manager makes because a Certificate, which is rendered too, asks for it.
   *
   * @param options the issuer
   */
  public static certificate(options: CertificateOptions): ScraperTls {
    const taken = snapshot(options);
    const given = asProps(taken);
    return new ScraperTls({
      check: () => checkCertificate(taken),
      model: owner => ({ ...MODEL, isMade: true, secretName: secretOf(given, owner) }),
      render: owner => [{
        id: 'Certificate',
        apiVersion: 'cert-manager.io/v1',
        kind: 'Certificate',
        metadata: { namespace: owner.namespace, name: owner.name },
        fields: {
          spec: {
            secretName: secretOf(given, owner),
            dnsNames: [owner.host],
            issuerRef: { group: 'cert-manager.io', kind: kindOf(given), name: given.name },
          },
        },
      }],
    });
  }

  /** The certificate of the listener to which an HTTPRoute is attached. For a Gateway that is there already, and for nothing else. */
  public static atGateway(): ScraperTls {
    return new ScraperTls({ check: () => FINE, model: () => ({ ...MODEL, atGateway: true }) });
  }

  /** No TLS: the password crosses the network in plain text, at every request. */
  public static insecureNone(): ScraperTls {
    return new ScraperTls({ check: () => FINE, model: () => ({ ...MODEL, none: true }) });
  }

  private constructor(private readonly parts: TlsParts) {}

  /** @internal */
  public _check(): Finding[] {
    return this.parts.check();
  }

  /** @internal */
  public _model(owner: TlsOwner): TlsModel {
    return this.parts.model(owner);
  }

  /** @internal */
  public _render(owner: TlsOwner): PlannedObject[] {
    return this.parts.render?.(owner) ?? [];
  }
}

brand(ScraperTls);
