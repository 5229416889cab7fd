import { Construct, IConstruct } from 'constructs';
import { ScraperAccessProps } from './access-props';
import { checkAccess, checkPlan, planAccess } from './checks';
import { PASSWORD_KEY } from './access-model';
import { IngressController } from '../ingress/ingress-controller';
import { Finding, FINE, found, ownWords } from '../../base/findings/finding';
import { Platform } from '../../model/platform/platform';
import { asProps } from '../../base/check';
import { throwFindings } from '../../base/brand';
import { ModelObject } from '../../base/model-object';
import { named } from '../../base/names';
import { plain, snapshot } from '../../base/plain';
import { Registry, Facts } from '../../base/registry';
import { claimAt } from '../../cluster/routes/claims';
import { comparedPath } from '../../cluster/routes/route';
import { Findings } from '../../cluster/rules/accept-findings';

/** The names that a client of the scraper needs. */
export interface IScraperAccess {
  /** Namespace of these objects: that of the scraper. */
  readonly namespace: string;

  /** Name of the Ingress whose first rule has the scraper's host, if there is one. */
  readonly ingressName?: string;

  /** Name of the HTTPRoute whose first hostname is the scraper's host, if there is one instead of an Ingress. */
  readonly httpRouteName?: string;

  /** Name of the Secret with the password. */
  readonly secretName: string;

  /** Key of the password in the Secret's data: `password`. */
  readonly passwordKey: string;

  /** User name. */
  readonly user: string;

  /** The scraper's host, if this program knows it. */
  readonly host?: string;
}

/**
 * Makes the scraper's query interface reachable over HTTPS, with a user name and a password.
 *
 * Renders, in the namespace of the scraper, an Ingress (or an HTTPRoute), the objects that its controller needs to
 * ask for the password, the credentials, and a NetworkPolicy that lets nobody else reach the scraper.
 */
export class ScraperAccess extends Construct implements IScraperAccess {
  /** The access that the platform itself creates. Nothing is rendered. @param scope a construct on the platform */
  public static fromPlatform(scope: IConstruct): IScraperAccess {
    const { systemNamespace: namespace, scraperUser: user, _scraperAccess: names } = Platform.of(scope);
    throwFindings(scope, user && names ? FINE : found('no-scraper-access', '', ownWords(
      'the platform is not known to have its own user, ingress and secret for its scraper',
      "set 'scraperUser' and 'scraperAccess' on the platform, or render them by new ScraperAccess()")));
    const { ingressName, secretName } = names!;
    return { namespace: namespace!, ingressName, secretName, passwordKey: PASSWORD_KEY, user: user! };
  }

  public readonly namespace: string;
  public readonly ingressName?: string;
  public readonly httpRouteName?: string;
  public readonly secretName: string;
  public readonly passwordKey: string;
  public readonly user: string;
  public readonly host?: string;

  /** Checks the properties. @throws ModelError if a property is invalid, or no platform is installed */
  public constructor(scope: Construct, id: string, props: ScraperAccessProps) {
    super(scope, id);
    const platform = Platform.of(this);
    const asked = asProps(snapshot(props));
    const given: ScraperAccessProps =
      { ...asked, controller: asked.controller ?? platform._ingressController as IngressController | undefined };
    const findings: Finding[] = [];
    const metadata = plain(named(id, asProps(props).metadata), 'metadata', findings);
    throwFindings(this, [...findings, ...checkAccess(platform, given, findings.length > 0 ? undefined : metadata)]);
    const plan = planAccess(platform, given, metadata);
    throwFindings(this, checkPlan(platform, given, plan));

    const { kind, metadata: { name } } = plan.objects.at(-1)!;
    this.namespace = plan.namespace;
    this.ingressName = kind === 'Ingress' ? name : undefined;
    this.httpRouteName = kind === 'HTTPRoute' ? name : undefined;
    this.secretName = plan.secrets.client;
    this.passwordKey = PASSWORD_KEY;
    this.user = platform.scraperUser!;
    this.host = given.host;
    const objects = plan.objects.map(({ id: part, apiVersion, kind: type, metadata: own, ...fields }) =>
      new ModelObject(this, part, { apiVersion, kind: type, metadata: own }, () => fields));
    // the factory of the credentials is called insecure
    if (plan.objects.some(({ id: part, data }) => part === 'Credentials' && data)) {
      Findings.insecureAccept(this, { code: 'password-in-manifest', reason: 'ScraperCredentials.insecurePlaintext()' });
    }
    Registry.of(this).register({ construct: this, facts: () => this.facts(plan.made, objects, plan.path) });
  }

  /** The Secrets, routes and objects with which others may collide. */
  private facts(madeSecrets: string[], objects: Construct[], path: string): Facts {
    return {
      objects: madeSecrets.map(name =>
        ({ construct: this, apiVersion: 'v1', kind: 'Secret', namespace: this.namespace, name })),
      // a path with and without a trailing slash is the same
      routes: [{ construct: this, ...claimAt(['host'], this.host!, { path: comparedPath(path, 'Prefix') }) }],
      settled: [this, ...objects].map(construct => ({ construct })),
    };
  }
}
