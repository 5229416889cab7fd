import { fieldAt, KubernetesSettings, SettingsValue, Target, wayOf } from './fields';
import { normalized } from './scrape';
import { allRead, type RecordType, type Type } from '../../base/definitions/type';
import type { Path } from '../../base/findings/finding';
import { IngressController } from '../../targets/ingress/ingress-controller';
import { CertificateIssuerKind, TlsCertificate } from '../../targets/ingress/tls-certificate';
import { IngressProvider } from '../../targets/kubernetes/ingress/ingress-provider';
import { KubernetesPlatform } from '../../targets/kubernetes/kubernetes-platform';
import { MonitoringProvider } from '../../targets/kubernetes/metrics/monitoring-provider';
import { MonitorKind } from '../../targets/kubernetes/metrics/prometheus-operator-props';
import { SeriesLabels } from '../../targets/kubernetes/metrics/relabelling';
import { OamPlatform } from '../../targets/oam/oam-platform';
import { MetricsTraitShape } from '../../targets/oam/oam-platform-props';
import type { Platform } from '../../model/platform/platform';
import { Scraper } from '../../model/platform/metrics';

/** The default vendor. */
export const VENDOR = 'verrazzano';

const SYSTEM_SCRAPER = 'verrazzano-system/vmi-system-prometheus-0';

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

const same = <T>(value: T) => value;

const PARTS: PartMaker<unknown> = {
  make: (type, factory, ...args) => {
    const made: any = CLASSES[type];
    return factory === undefined ? new made(...args) : made[factory](...args);
  },
  object: same,
  list: same,
  data: same,
  member: (_enumeration, _members, value) => value,
  scrape: same,
  owned: () => OamPlatform.verrazzano()._owned(),
};

/**
 * Creates the platform that settings describe. The shape of the settings has to be valid.
 *
 * @throws ModelError with findings about properties of the platform
 */
export function platformOf(target: Target, settings: SettingsValue): Platform {
  return platformBy(PARTS, target, settings) as Platform;
}

/** Creates the platform from the parts of a maker. */
export function platformBy<V>(maker: PartMaker<V>, target: Target, settings: SettingsValue): V {
  return target === 'oam' ? oam(maker, settings) : kubernetes(maker, settings);
}

/** Of another vendor's platform, only the settings are known. Its other properties get defaults, on which no output depends. */
function oam<V>(maker: PartMaker<V>, { vendor = VENDOR, workloadKindPrefix, oam: given = {} }: SettingsValue): V {
  const { metricsTraitShape: shape, systemNamespace = 'verrazzano-system', systemScraper = SYSTEM_SCRAPER, ...others } = given;
  return maker.make('OamPlatform', undefined, maker.object({
    ...plain(maker, { vendor, workloadKindPrefix, systemNamespace }),
    systemScraper: scraperBy(maker, systemScraper),
    metricsTraitShape: shape && maker.member('MetricsTraitShape', MetricsTraitShape, shape),
    // the output for an OAM platform is the input, without additions
    ...plain(maker, { writeDefaultMetricsTraits: false, ...others }),
    ownedObjects: vendor === VENDOR ? maker.owned?.() : undefined,
  }));
}

/** Series keep the labels of the OAM platform by default, so that migrated dashboards keep working. The platform reports missing fields. */
function kubernetes<V>(maker: PartMaker<V>, { vendor, workloadKindPrefix, kubernetes: given = {} }: SettingsValue): V {
  const { prometheus = {}, ingress, ...others } = given;
  const { monitorKind, seriesLabels = SeriesLabels.PLATFORM, scrape, replaces, ...ofMonitors } = prometheus;
  const metrics = maker.object({
    ...plain(maker, ofMonitors),
    monitorKind: monitorKind && maker.member('MonitorKind', MonitorKind, monitorKind),
    seriesLabels: maker.member('SeriesLabels', SeriesLabels, seriesLabels),
    scrape: scrape && maker.scrape(normalized(scrape)),
    replaces: replaces && maker.list(replaces.map(each => scraperBy(maker, each))),
  });
  return maker.make('KubernetesPlatform', undefined, maker.object({
    metrics: maker.make('MonitoringProvider', 'prometheusOperator', metrics),
    ingress: ingress && providerBy(maker, ingress),
    ...plain(maker, { ...others, vendor, workloadKindPrefix }),
  }));
}

function providerBy<V>(maker: PartMaker<V>, ingress: Ingress): V {
  const way = wayOf(ingress);
  if (!way) return maker.make('IngressProvider', 'ingress', ingressBy(maker, ingress));
  const { tls, [way]: own, ...others } = ingress;
  const type = fieldAt(`kubernetes.ingress.${way}`).type as RecordType;
  return maker.make('IngressProvider', way, maker.object({
    ...fieldsBy(maker, type, own!),
    ...tls && way === 'gatewayApi' && tls.insecureNone ? { insecurePlainText: maker.data(true) }
      : { [way === 'gatewayApi' ? 'listenerSets' : 'tls']: tls && certificateBy(maker, tls) },
    ...plain(maker, others),
  }));
}

/** Creates a value of a type, with enum members in place of their strings. */
function valueBy<V>(maker: PartMaker<V>, type: Type, value: any): V {
  if (type.is === 'list') return maker.list(value.map((each: unknown) => valueBy(maker, type.of, each)));
  if (type.is !== 'record') {
    const { name, members } = 'inProgram' in type && type.inProgram || {};
    return name && members ? maker.member(name, members, value) : maker.data(value);
  }
  return maker.object(fieldsBy(maker, type, value));
}

function fieldsBy<V>(maker: PartMaker<V>, { fields }: RecordType, value: object): Record<string, V> {
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, valueBy(maker, fields[key].type, own)]));
}

function ingressBy<V>(maker: PartMaker<V>, { tls, className, controller, domain, ...others }: Ingress): V {
  // the factory of f5-nginx is f5Nginx()
  const factory = (controller ?? 'other').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return maker.object({
    controller: maker.make('IngressController', factory, maker.object(plain(maker, { className }))),
    ...plain(maker, { domain }),
    tls: tls && certificateBy(maker, tls),
    ...plain(maker, others),
  });
}

function certificateBy<V>(maker: PartMaker<V>, given: NonNullable<Ingress['tls']>): V {
  const { clusterIssuer, issuer, secretName, insecureNone: _, ...others } = given;
  allRead(others);
  const by = (factory: string, ...args: V[]) => maker.make('TlsCertificate', factory, ...args);
  if (clusterIssuer !== undefined) return by('issuer', maker.data(clusterIssuer));
  const kind = () => maker.member('CertificateIssuerKind', CertificateIssuerKind, CertificateIssuerKind.ISSUER);
  if (issuer !== undefined) return by('issuer', maker.data(issuer), maker.object({ kind: kind() }));
  return secretName === undefined ? by('insecureNone') : by('secret', maker.data(secretName));
}

function scraperBy<V>(maker: PartMaker<V>, scraper: string): V {
  return maker.make('Scraper', 'parse', maker.data(scraper));
}

function plain<V>(maker: PartMaker<V>, given: Readonly<Record<string, unknown>>): Record<string, V> {
  return Object.fromEntries(Object.entries(given).flatMap(([key, value]) => value === undefined ? [] : [[key, maker.data(value)]]));
}

/** The settings that the ways into a cluster have in common, by property. */
const OF_ALL_WAYS: Readonly<Record<string, string>> = {
  tls: 'tls', listenerSets: 'tls', insecurePlainText: 'tls', domain: 'domain', jwtIssuers: 'jwtIssuers',
};

/** The field of the settings from which a property of a platform comes. */
export function fieldOf(property: Path, target: Target, { kubernetes: given }: SettingsValue = {}): Path {
  const [name, ...rest] = property;
  const way = name === 'ingress' ? wayOf(given?.ingress) : undefined;
  if (way) {
    const common = OF_ALL_WAYS[String(rest[0])];
    return ['kubernetes', name, ...common ? [common, ...rest.slice(1)] : [way, ...rest]];
  }
  // in the settings, the class and the controller are siblings
  if (name === 'ingress' && rest[0] === 'controller') return ['kubernetes', name, ...rest.length > 1 ? rest.slice(1) : rest];
  if (name === 'vendor' || name === 'workloadKindPrefix') return property;
  return target === 'kubernetes' && name === 'metrics' ? ['kubernetes', 'prometheus', ...rest] : [target, ...property];
}
