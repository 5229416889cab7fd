import { KubernetesSettings, settingsFieldAt, SettingsValue, Target, wayOf } from './fields';
import * as library from '../..';
import { allRead, type RecordType, type Type } from '../../base/definitions/type';
import { inOneUnit } from '../../base/durations';
import type { Path } from '../../base/findings/finding';
import { ingressFactory } from '../../cluster/routes/controllers';
import {
  call, Constants, data, evaluate, Expression, identifier, inCode, listLiteral, literal, member, newCall, ObjectField,
  objectLiteral, ofLibrary,
} from '../../migration/typescript/tree';
import type { Platform } from '../../model/platform/platform';
import { SeriesLabels } from '../../targets/kubernetes/metrics/series-labels';
import { OamPlatform } from '../../targets/oam/oam-platform';

/** The default vendor. */
export const VENDOR = 'verrazzano';

/** The objects that the reference platform creates itself. A program need not know them. */
const OWNED = identifier('owned');

/**
 * The platform that settings describe. The shape of the settings has to be valid.
 *
 * @throws ModelError with findings about properties of the platform, which reports missing fields
 */
export function platformBy(target: Target, settings: SettingsValue): Platform {
  const isReference = target === 'oam' && (settings.vendor ?? VENDOR) === VENDOR;
  const constants: Constants = new Map(isReference ? [[OWNED.name, OamPlatform.verrazzano()._owned()]] : []);
  return evaluate(codeOfPlatform(target, settings, OWNED), library, constants);
}

/** The code that creates the platform; `owned` are the objects that an OAM platform creates itself. */
export function codeOfPlatform(target: Target, settings: SettingsValue, owned?: Expression): Expression {
  const { vendor, workloadKindPrefix } = settings;
  if (target === 'oam') {
    // of another vendor's platform, only the settings are known; its other properties get defaults, on which no output
    // depends
    const {
      metricsTraitShape, systemNamespace = 'verrazzano-system',
      systemScraper = 'verrazzano-system/vmi-system-prometheus-0', ...more
    } = settings.oam ?? {};
    return newCall(ofLibrary('OamPlatform'), objectLiteral([
      ...fieldsOf('oam', { vendor: vendor ?? VENDOR, workloadKindPrefix, systemNamespace, systemScraper }),
      // the output for an OAM platform is the input, without additions
      ...fieldsOf('oam', { metricsTraitShape, writeDefaultMetricsTraits: false, ...more }),
      ...owned ? [{ key: 'ownedObjects', value: owned }] : [],
    ]));
  }
  const { prometheus, ingress, ...ofCluster } = settings.kubernetes ?? {};
  // series keep the labels of the OAM platform by default, so that migrated dashboards keep working
  const { monitorKind, seriesLabels = SeriesLabels.PLATFORM, scrape, replaces, ...ofMonitors } = prometheus ?? {};
  // durations in the form that a program has, `90s` for `1m30s`
  const { interval, timeout, ...how } = scrape ?? {};
  const durations = Object.entries({ interval, timeout })
    .flatMap(([name, value]) => value === undefined ? [] : [[name, inOneUnit(String(value))]]);
  const metrics = fieldsOf('kubernetes.prometheus', {
    ...ofMonitors, monitorKind, seriesLabels, scrape: scrape && { ...how, ...Object.fromEntries(durations) }, replaces,
  });
  return newCall(ofLibrary('KubernetesPlatform'), objectLiteral([
    ...prometheus
      ? [{ key: 'metrics', value: factory('MonitoringProvider', 'prometheusOperator', objectLiteral(metrics)) }] : [],
    ...ingress ? [{ key: 'ingress', value: ingressCode(ingress) }] : [],
    ...fieldsOf('kubernetes', { ...ofCluster, vendor, workloadKindPrefix }),
  ]));
}

/** A call of a static factory of the library, such as `TlsCertificate.issuer(…)`. */
const factory = (type: keyof typeof library, name: string, ...args: Expression[]) =>
  call(member(ofLibrary(type), name), ...args);

/** The provider of one way into the cluster, with its certificates. */
function ingressCode(ingress: NonNullable<KubernetesSettings['ingress']>): Expression {
  const certificate = (key: string): ObjectField[] => {
    if (!ingress.tls) return [];
    const { clusterIssuer, issuer, secretName, insecureNone: _, ...rest } = ingress.tls;
    allRead(rest);
    const value = clusterIssuer !== undefined ? factory('TlsCertificate', 'clusterIssuer', data(clusterIssuer))
      : issuer !== undefined ? factory('TlsCertificate', 'issuer', data(issuer))
        : secretName !== undefined ? factory('TlsCertificate', 'secret', data(secretName))
          : factory('TlsCertificate', 'insecureNone');
    return [{ key, value }];
  };
  const way = wayOf(ingress);
  if (!way) {
    const { tls: _, className, controller = 'other', domain, ...others } = ingress;
    return factory('IngressProvider', ingressFactory(controller), objectLiteral([
      ...fieldsOf('kubernetes.ingress', { className, domain }),
      ...certificate('tls'),
      ...fieldsOf('kubernetes.ingress', others),
    ]));
  }
  const { tls, [way]: own, ...others } = ingress;
  const isPlain = way === 'gatewayApi' && tls?.insecureNone;
  return factory('IngressProvider', way, objectLiteral([
    ...fieldsOf(`kubernetes.ingress.${way}`, own!),
    ...isPlain ? [{ key: 'insecurePlainText', value: literal(true) }]
      : certificate(way === 'gatewayApi' ? 'listenerSets' : 'tls'),
    ...fieldsOf('kubernetes.ingress', others),
  ]));
}

/** Fields of the settings as props, without those that are not given. What is no setting is plain data. */
function fieldsOf(path: string, values: object): ObjectField[] {
  const codeOf = (type: Type | undefined, value: any): Expression => {
    if (type?.is === 'list') return listLiteral(value.map((each: unknown) => codeOf(type.of, each)));
    if (type?.is === 'record') return objectLiteral(fields(type, value));
    return inCode(value, type && 'inProgram' in type ? type.inProgram : undefined)!;
  };
  const fields = ({ fields: known }: RecordType, given: object): ObjectField[] => Object.entries(given)
    .flatMap(([key, value]) => value === undefined ? [] : { key, value: codeOf(known[key]?.type, value) });
  return fields(settingsFieldAt(path).type as RecordType, values);
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
  if (name === 'vendor' || name === 'workloadKindPrefix') return property;
  return target === 'kubernetes' && name === 'metrics' ? ['kubernetes', 'prometheus', ...rest] : [target, ...property];
}
