import { ApiObjectMetadata } from 'cdk8s';
import { ScraperCredentials } from './scraper-credentials';
import { ScraperPeer } from './scraper-peer';
import { IngressController } from '../ingress/ingress-controller';
import { TlsCertificate } from '../ingress/tls-certificate';
import { Construct, IConstruct } from 'constructs';
import { checkAccess, checkPlan } from './checks';
import { ROOT, planAccess } from './plan';
import { PASSWORD_KEY } from './secrets';
import { Finding, found } from '../findings/finding';
import { Platform } from '../platform/platform';
import { asProps } from '../private/check';
import { refuse } from '../private/errors';
import { ModelObject } from '../private/model-object';
import { named } from '../private/names';
import { plain, snapshot } from '../private/plain';
import { Registry } from '../private/registry';
import { Facts } from '../private/tree';

/** The Service of the scraper, and the pods behind it. */
export interface ScraperService {
  /** Name of the Service, in the system namespace: `prometheus-operated` is the one that the Prometheus Operator makes. */
  readonly name: string;

  /**
   * Number of its port.
   *
   * @default - `portName` is given
   */
  readonly port?: number;

  /**
   * Name of its port, in place of the number. An HTTPRoute takes numbers only.
   *
   * @default - `port` is given
   */
  readonly portName?: string;

  /**
   * Number of the pods' port to which the Service's port leads: its `targetPort`. The NetworkPolicy opens this port alone.
   *
   * @default - `port`, as in a Service; with `portName`, required unless `targetPortName` is given or the NetworkPolicy is left out
   */
  readonly targetPort?: number;

  /**
   * Name of that port, in place of its number: where the `targetPort` of the Service is a name.
   *
   * @default - `targetPort` says which port
   */
  readonly targetPortName?: string;

  /**
   * Labels of the scraper's pods, to which the NetworkPolicy applies.
   *
   * @default - none; required unless the NetworkPolicy is left out
   */
  readonly podLabels?: { [key: string]: string };
}

/** Properties of a ScraperAccess. */
export interface ScraperAccessProps {
  /** The host at which the scraper is reached: a DNS name without a wildcard. */
  readonly host: string;

  /**
   * The path below which it is reached. The scraper must be told another one than `/` too (`--web.external-url`).
   *
   * @default /
   */
  readonly path?: string;

  /** The Service of the scraper. */
  readonly service: ScraperService;

  /** The ingress controller that the cluster runs. */
  readonly controller: IngressController;

  /** Where the password comes from. */
  readonly credentials: ScraperCredentials;

  /** The certificate of the host. */
  readonly tls: TlsCertificate;

  /**
   * What the password is asked for, as browsers show it: letters, digits, spaces, `.`, `_` and `-`.
   *
   * @default - the host
   */
  readonly realm?: string;

  /**
   * Who reaches the scraper past the ingress, and so without a password: Grafana, Thanos Query, other replicas. An empty list
   * lets in nobody.
   *
   * @default - none; required unless the NetworkPolicy is left out
   */
  readonly allowFrom?: ScraperPeer[];

  /**
   * Leaves out the NetworkPolicy: every pod in the cluster reaches the scraper without a password, past the ingress.
   *
   * @default false
   */
  readonly insecureWithoutNetworkPolicy?: boolean;

  /**
   * Renders objects even where the platform owns and reconciles one of that name: its operator will change it back, and everyone may be
   * locked out.
   *
   * @default false
   */
  readonly insecureReplacePlatformObjects?: boolean;

  /**
   * Metadata of the Ingress or HTTPRoute. Its name is the beginning of the other objects' names; its namespace is the system namespace.
   *
   * @default - the name is the construct's id
   */
  readonly metadata?: ApiObjectMetadata;
}

/** The names that someone needs who asks the scraper. */
export interface IScraperAccess {
  /** Namespace of all that is named here: the platform's system namespace. */
  readonly namespace: string;

  /** Name of the Ingress whose first rule has the scraper's host, where there is one. */
  readonly ingressName?: string;

  /** Name of the HTTPRoute whose first hostname is the scraper's host, where there is one in place of an Ingress. */
  readonly httpRouteName?: string;

  /** Name of the Secret with the password. */
  readonly secretName: string;

  /** Key of the password in the Secret's data: `password`. */
  readonly passwordKey: string;

  /** User name. */
  readonly user: string;

  /** The scraper's host, where it is known to this program. */
  readonly host?: string;
}

/**
 * Makes the scraper's query interface reachable over HTTPS, with a user name and a password.
 *
 * Renders, in the platform's system namespace, an Ingress (or an HTTPRoute), what its controller needs to ask for the password, the
 * credentials, and a NetworkPolicy that lets nobody else reach the scraper.
 */
export class ScraperAccess extends Construct implements IScraperAccess {
  /**
   * The access that the platform itself has made. Nothing is rendered.
   *
   * @param scope a construct for which the platform is installed
   */
  public static fromPlatform(scope: IConstruct): IScraperAccess {
    const { systemNamespace: namespace, scraperUser: user, _scraperAccess: names } = Platform.of(scope);
    if (!user || !names) {
      refuse(scope, found('no-scraper-access', '', { reason: user ? 'no-objects' : 'no-user-no-objects' }));
    }
    return { namespace, ingressName: names!.ingressName, secretName: names!.secretName, passwordKey: PASSWORD_KEY, user: user! };
  }

  public readonly namespace: string;
  public readonly ingressName?: string;
  public readonly httpRouteName?: string;
  public readonly secretName: string;
  public readonly passwordKey: string;
  public readonly user: string;
  public readonly host?: string;

  /** Checks the properties and renders the objects. */
  public constructor(scope: Construct, id: string, props: ScraperAccessProps) {
    super(scope, id);
    const platform = Platform.of(this);
    const given = asProps(snapshot(props));
    const findings: Finding[] = [];
    const metadata = plain(named(id, asProps(props).metadata), 'metadata', findings);
    refuse(this, [...findings, ...checkAccess(platform, given, findings.length > 0 ? undefined : metadata)]);
    const plan = planAccess(platform, given, metadata);
    refuse(this, checkPlan(platform, given, plan));

    const { kind, metadata: { name } } = plan.objects.at(-1)!;
    this.namespace = platform.systemNamespace;
    this.ingressName = kind === 'Ingress' ? name : undefined;
    this.httpRouteName = kind === 'HTTPRoute' ? name : undefined;
    this.secretName = plan.secrets.client;
    this.passwordKey = PASSWORD_KEY;
    this.user = platform.scraperUser!;
    this.host = given.host;
    const objects = plan.objects.map(({ id: part, apiVersion, kind: type, metadata: own, ...fields }) =>
      new ModelObject(this, part, { apiVersion, kind: type, metadata: own }, () => fields));
    Registry.of(this).register({ construct: this, facts: () => this.facts(plan.made, objects, given.path ?? ROOT) });
  }

  /** What others may collide with. */
  private facts(madeSecrets: string[], objects: Construct[], path: string): Facts {
    return {
      objects: madeSecrets.map(name => ({ construct: this, apiVersion: 'v1', kind: 'Secret', namespace: this.namespace, name })),
      // with and without a slash at its end a path is the same
      routes: [{ construct: this, field: ['host'], host: this.host!, path: path.replace(/(.)\/$/, '$1') }],
      settled: [this, ...objects].map(construct => ({ construct })),
    };
  }
}
