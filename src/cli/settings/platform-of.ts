import { KubernetesSettings, settingsFieldAt, SettingsValue, Target, wayOf } from './fields';
import { allRead, type RecordType, type Type } from '../../base/definitions/type';
import { inOneUnit } from '../../base/durations';
import type { Path } from '../../base/findings/finding';
import { Scraper } from '../../model/platform/metrics';
import { IngressController } from '../../targets/ingress/ingress-controller';
import { CertificateIssuerKind, TlsCertificate } from '../../targets/ingress/tls-certificate';
import { IngressProvider } from '../../targets/kubernetes/ingress/ingress-provider';
import { KubernetesPlatform } from '../../targets/kubernetes/kubernetes-platform';
import { MonitoringProvider } from '../../targets/kubernetes/metrics/monitoring-provider';
import { MonitorKind } from '../../targets/kubernetes/metrics/prometheus-operator-props';
import { SeriesLabels } from '../../targets/kubernetes/metrics/series-labels';
import { OamPlatform } from '../../targets/oam/oam-platform';
import { MetricsTraitShape } from '../../targets/oam/oam-platform-props';

/** The default vendor. */
export const VENDOR = 'verrazzano';

type Ingress = NonNullable<KubernetesSettings['ingress']>;

const CLASSES = {
  IngressController, IngressProvider, KubernetesPlatform, MonitoringProvider, OamPlatform, Scraper, TlsCertificate,
};

/** Creates the parts of a platform: either the objects themselves, or the code that creates them. */
export interface PartMaker<V> {
  /** Calls a factory of a class or, without one, its constructor. */
  readonly make: (type: keyof typeof CLASSES, factory: string | undefined, ...args: readonly V[]) => V;
  readonly object: (props: Readonly<Record<string, V | undefined>>) => V;
  readonly list: (elements: readonly V[]) => V;
  /** Plain data, unchanged. */
  readonly data: (value: unknown) => V;
  readonly member: (enumeration: string, members: Readonly<Record<string, string>>, value: string) => V;
  readonly scrape: (settings: object) => V;
  /** The objects that the reference platform creates itself. */
  readonly owned?: () => V;
}

/** Makes the objects themselves. */
export const PLATFORM_PARTS: PartMaker<unknown> = {
  make: (type, factory, ...args) => {
    const made: any = CLASSES[type];
    return factory === undefined ? new made(...args) : made[factory](...args);
  },
  object: props => props,
  list: elements => elements,
  data: value => value,
  member: (_enumeration, _members, value) => value,
  scrape: settings => settings,
  owned: () => OamPlatform.verrazzano()._owned(),
};

/**
 * Creates the platform that settings describe, from the parts of a maker. The shape of the settings has to be valid.
 *
 * @throws ModelError with findings about properties of the platform, which reports missing fields
 */
export function platformBy<V>(maker: PartMaker<V>, target: Target, settings: SettingsValue): V {
  const { vendor, workloadKindPrefix } = settings;
  const scraperBy = (name: string) => maker.make('Scraper', 'parse', maker.data(name));
  if (target === 'oam') {
    // of another vendor's platform, only the settings are known; its other properties get defaults, on which no output
    // depends
    const {
      metricsTraitShape: shape, systemNamespace = 'verrazzano-system',
      systemScraper = 'verrazzano-system/vmi-system-prometheus-0', ...others
    } = settings.oam ?? {};
    return maker.make('OamPlatform', undefined, maker.object({
      ...partFields(maker, { vendor: vendor ?? VENDOR, workloadKindPrefix, systemNamespace }),
      systemScraper: scraperBy(systemScraper),
      metricsTraitShape: shape && maker.member('MetricsTraitShape', MetricsTraitShape, shape),
      // the output for an OAM platform is the input, without additions
      ...partFields(maker, { writeDefaultMetricsTraits: false, ...others }),
      ownedObjects: (vendor ?? VENDOR) === VENDOR ? maker.owned?.() : undefined,
    }));
  }
  const { prometheus = {}, ingress, ...others } = settings.kubernetes ?? {};
  // series keep the labels of the OAM platform by default, so that migrated dashboards keep working
  const { monitorKind, seriesLabels = SeriesLabels.PLATFORM, scrape, replaces, ...ofMonitors } = prometheus;
  // durations in the form that a program renders, `90s` for `1m30s`, so that both render the same bytes
  const { interval, timeout, ...how } = scrape ?? {};
  const durations = Object.entries({ interval, timeout })
    .flatMap(([name, value]) => value === undefined ? [] : [[name, inOneUnit(String(value))]]);
  const metrics = maker.object({
    ...partFields(maker, ofMonitors),
    monitorKind: monitorKind && maker.member('MonitorKind', MonitorKind, monitorKind),
    seriesLabels: maker.member('SeriesLabels', SeriesLabels, seriesLabels),
    scrape: scrape && maker.scrape({ ...how, ...Object.fromEntries(durations) }),
    replaces: replaces && maker.list(replaces.map(scraperBy)),
  });
  return maker.make('KubernetesPlatform', undefined, maker.object({
    metrics: maker.make('MonitoringProvider', 'prometheusOperator', metrics),
    ingress: ingress && ingressProviderBy(maker, ingress),
    ...partFields(maker, { ...others, vendor, workloadKindPrefix }),
  }));
}

/** The provider of one way into the cluster, with its certificates. */
function ingressProviderBy<V>(maker: PartMaker<V>, ingress: Ingress): V {
  const certificateBy = (given: NonNullable<Ingress['tls']>) => {
    const { clusterIssuer, issuer, secretName, insecureNone: _, ...rest } = given;
    allRead(rest);
    const by = (factory: string, ...args: V[]) => maker.make('TlsCertificate', factory, ...args);
    if (clusterIssuer !== undefined) return by('issuer', maker.data(clusterIssuer));
    if (secretName !== undefined) return by('secret', maker.data(secretName));
    if (issuer === undefined) return by('insecureNone');
    const kind = maker.member('CertificateIssuerKind', CertificateIssuerKind, CertificateIssuerKind.ISSUER);
    return by('issuer', maker.data(issuer), maker.object({ kind }));
  };
  const way = wayOf(ingress);
  if (!way) {
    const { tls, className, controller = 'other', domain, ...others } = ingress;
    // the factory of f5-nginx is f5Nginx()
    const factory = controller.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    return maker.make('IngressProvider', 'ingress', maker.object({
      controller: maker.make('IngressController', factory, maker.object(partFields(maker, { className }))),
      ...partFields(maker, { domain }),
      tls: tls && certificateBy(tls),
      ...partFields(maker, others),
    }));
  }
  const { tls, [way]: own, ...others } = ingress;
  const type = settingsFieldAt(`kubernetes.ingress.${way}`).type as RecordType;
  return maker.make('IngressProvider', way, maker.object({
    ...fieldsBy(maker, type, own!),
    ...tls && way === 'gatewayApi' && tls.insecureNone ? { insecurePlainText: maker.data(true) }
      : { [way === 'gatewayApi' ? 'listenerSets' : 'tls']: tls && certificateBy(tls) },
    ...partFields(maker, others),
  }));
}

/** The fields of a value of a type, with enum members in place of their strings. */
function fieldsBy<V>(maker: PartMaker<V>, { fields }: RecordType, value: object): Record<string, V> {
  const valueBy = (type: Type, own: any): V => {
    if (type.is === 'list') return maker.list(own.map((each: unknown) => valueBy(type.of, each)));
    if (type.is === 'record') return maker.object(fieldsBy(maker, type, own));
    const { name, members } = 'inProgram' in type && type.inProgram || {};
    return name && members ? maker.member(name, members, own) : maker.data(own);
  };
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, valueBy(fields[key].type, own)]));
}

/** The fields that are given, as plain data. */
function partFields<V>(maker: PartMaker<V>, given: Readonly<Record<string, unknown>>): Record<string, V> {
  return Object.fromEntries(Object.entries(given).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, maker.data(value)]]));
}

/** The settings that the ways into a cluster have in common, by property. */
const OF_ALL_WAYS: Readonly<Record<string, string>> = {
  tls: 'tls', listenerSets: 'tls', insecurePlainText: 'tls', domain: 'domain', jwtIssuers: 'jwtIssuers',
};

/** The field of the settings from which a property of a platform comes. */
export function settingsPathOf(property: Path, target: Target, { kubernetes }: SettingsValue = {}): Path {
  const [name, ...rest] = property;
  const way = name === 'ingress' ? wayOf(kubernetes?.ingress) : undefined;
  if (way) {
    const common = OF_ALL_WAYS[String(rest[0])];
    return ['kubernetes', name, ...common ? [common, ...rest.slice(1)] : [way, ...rest]];
  }
  // in the settings, the class and the controller are siblings
  if (name === 'ingress' && rest[0] === 'controller') {
    return ['kubernetes', name, ...rest.length > 1 ? rest.slice(1) : rest];
  }
  if (name === 'vendor' || name === 'workloadKindPrefix') return property;
  return target === 'kubernetes' && name === 'metrics' ? ['kubernetes', 'prometheus', ...rest] : [target, ...property];
}
