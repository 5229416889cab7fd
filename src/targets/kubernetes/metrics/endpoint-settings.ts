import { Finding, FINE, found, ownWords, Path, Shown } from '../../../base/findings/finding';
import { asObject } from '../../../base/check';
import { endpointFields } from '../../../base/metrics';
import { withoutNulls } from '../../../base/plain';
import { anyOf } from '../../../base/regexes';
import type { SecretKey } from '../../../base/definitions/type';
import {
  MetricRelabeling, RelabelAction, ScrapeLimits, ScrapeScheme, ScrapeSettings,
} from '../../../model/traits/scrape-settings';
import { isGivenUpLate } from '../../../base/durations';
import type { ScrapeField } from '../../../model/traits/metrics-trait';

/** Settings in the form of a manifest. */
interface PlainSettings extends Omit<ScrapeSettings, 'interval' | 'timeout'> {
  readonly interval?: string;
  readonly timeout?: string;
}

/** How an endpoint is scraped, by the fields of a MetricsTrait. */
export interface ScrapedFields extends Omit<PlainSettings, 'keepMetrics' | 'dropMetrics'> {
  readonly basicAuth?: { readonly username: SecretKey; readonly password: SecretKey };
}

/** The inputs that decide how an endpoint is scraped. */
interface EndpointOptions {
  /** The spec of the MetricsTrait, if there is one. */
  readonly spec: unknown;
  /** The index of the endpoint in the trait. */
  readonly index: number;
  /** Name of the Secret with user name and password. */
  readonly secret?: string;
  /** Whether Prometheus reaches the pods through the mesh. */
  readonly isOverTls: boolean;
  /** The default settings of the provider. */
  readonly defaults: unknown;
  /** The scraper's own default interval, if known. */
  readonly interval?: string;
}

/** Settings, and their path in the trait. */
interface SettingPlace {
  readonly given?: PlainSettings;
  readonly at?: Path;
}

type EndpointSetting = keyof ScrapeSettings;

/** The mesh overrides the provider's defaults, which do not depend on a namespace. The trait overrides the mesh. */
const MESH: SettingPlace = { given: { scheme: ScrapeScheme.HTTPS } };

/** How an endpoint is scraped. Its own settings override those of the trait, which override the defaults. */
export class EndpointSettings {
  private readonly own: SettingPlace;
  private readonly trait: SettingPlace;
  private readonly places: readonly SettingPlace[];

  public constructor(private readonly options: EndpointOptions) {
    const { spec, index, isOverTls, defaults } = options;
    const own = endpointFields(spec)[index];
    this.own = { given: asObject<PlainSettings>(own), at: own === spec ? [] : ['ports', index] };
    this.trait = { given: asObject<PlainSettings>(spec), at: [] };
    this.places = [this.own, this.trait, ...isOverTls ? [MESH] : [], { given: asObject<PlainSettings>(defaults) }];
  }

  public get fields(): ScrapedFields {
    const { authorization, basicAuth } = this.credentials;
    return withoutNulls({
      interval: this.valueOf('interval'),
      timeout: this.valueOf('timeout'),
      honorTimestamps: this.valueOf('honorTimestamps'),
      scheme: this.valueOf('scheme') ?? ScrapeScheme.HTTP,
      tls: this.usesTls ? this.valueOf('tls') : undefined,
      basicAuth,
      authorization,
      metricRelabelings: this.metricRelabelings,
    } satisfies Record<Exclude<ScrapeField, keyof ScrapeLimits | 'relabelings'>, unknown>);
  }

  /** Whether it is scraped with the certificates of the mesh. */
  public get isByMesh(): boolean {
    return this.placeOf('scheme') === MESH;
  }

  /** Reports a timeout that is longer than the interval, since such a monitor is rejected. */
  public get findings(): Finding[] {
    const [interval, timeout] = [this.placeOf('interval'), this.placeOf('timeout')];
    // findings about the defaults are reported for the provider
    const at = timeout?.at ?? interval?.at;
    const shortest = interval?.given?.interval ?? this.options.interval;
    if (!at || !isGivenUpLate(shortest, timeout?.given?.timeout)) return FINE;
    const reason = timeout?.at ? 'timeout' : 'interval';
    return found('scrape-timeout', [...at, reason], {
      reason, interval: Shown.of(shortest), timeout: Shown.of(timeout?.given?.timeout),
    });
  }

  /**
   * The path in the trait at which the verification of certificates is set, for this endpoint alone or for all of them.
   */
  public get tlsAt(): Path | undefined {
    return [this.own, this.trait].find(({ given }) => given?.tls != null)?.at;
  }

  /** Whether a certificate is verified with these settings. */
  public get usesTls(): boolean {
    return !this.isByMesh && this.valueOf('scheme') === ScrapeScheme.HTTPS;
  }

  /** Authorization or basic auth: whichever is set closest to the endpoint. */
  private get credentials(): Pick<ScrapedFields, 'authorization' | 'basicAuth'> {
    const { secret: name, defaults } = this.options;
    const token = this.own.given?.authorization ?? this.trait.given?.authorization;
    const authorization = token ?? (name == null ? asObject<PlainSettings>(defaults).authorization : undefined);
    if (authorization != null) return { authorization };
    if (name == null) return {};
    return { basicAuth: { username: { name, key: 'username' }, password: { name, key: 'password' } } };
  }

  /** The action is always written, since the operator's CRD would add its default. */
  private get metricRelabelings(): MetricRelabeling[] | undefined {
    const named = (action: RelabelAction, names: readonly string[] = []) =>
      names.length === 0 ? [] : [{ action, sourceLabels: ['__name__'], regex: anyOf(names) }];
    const rules: readonly MetricRelabeling[] = this.valueOf('metricRelabelings') ?? [];
    const metricRelabelings = [
      ...named(RelabelAction.KEEP, this.valueOf('keepMetrics')),
      ...named(RelabelAction.DROP, this.valueOf('dropMetrics')),
      ...rules.map(rule => ({ ...rule, action: rule.action ?? RelabelAction.REPLACE })),
    ];
    return metricRelabelings.length === 0 ? undefined : metricRelabelings;
  }

  private valueOf<Name extends EndpointSetting>(name: Name): PlainSettings[Name] {
    return this.placeOf(name)?.given?.[name];
  }

  private placeOf(name: EndpointSetting): SettingPlace | undefined {
    return this.places.find(({ given }) => given?.[name] != null);
  }
}

/** Reports TLS settings of the trait that apply to no endpoint. */
export function unusedTls(endpoints: readonly EndpointSettings[]): Finding[] {
  const places = new Map(endpoints.map(({ tlsAt }) => [String(tlsAt), tlsAt]));
  return [...places].flatMap(([key, at]) => {
    const those = endpoints.filter(({ tlsAt }) => String(tlsAt) === key);
    if (at === undefined || those.some(({ usesTls }) => usesTls)) return FINE;
    return found('no-effect', [...at, 'tls'], those.every(({ isByMesh }) => isByMesh) ? ownWords(
      'is not used: the endpoint is scraped with the certificates of the mesh',
      "leave it out, or set 'scheme' to ScrapeScheme.HTTPS if the endpoint itself serves TLS",
      "leave it out, or set 'scheme: https' if the endpoint itself serves TLS") : ownWords(
      'is not used: the endpoint is scraped over HTTP',
      "set 'scheme' to ScrapeScheme.HTTPS, or leave it out", "set 'scheme: https', or leave it out"));
  });
}
