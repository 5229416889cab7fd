import { MonitorKind } from '../../kubernetes/metrics/prometheus-operator-props';
import { SeriesLabels } from '../../kubernetes/metrics/relabelling';
import { OAM_CODE } from '../../manifest/typescript/import-manifests';
import { shapeOf } from '../../manifest/typescript/shapes';
import { Expression, ObjectField, call, create, data, list, literal, member, oam, objectLiteral } from '../../manifest/typescript/tree';
import { MetricsTraitShape } from '../../platform/oam-platform-props';
import { SCRAPE_SETTINGS } from '../../traits/scrape-settings';
import type { Settings } from '../settings';
import type { KubernetesSettings } from '../settings/fields';
import { normalized } from '../settings/scrape';

/** The code that makes the platform of settings. */
export function platformCode({ target, written, vendor }: Settings): Expression {
  return target === 'oam' ? oamCode(written, vendor) : kubernetesCode(written);
}

function oamCode({ workloadKindPrefix, oam: own = {} }: Settings['written'], vendor: string): Expression {
  if (vendor === 'verrazzano' && workloadKindPrefix === undefined && Object.keys(own).length === 0) return OAM_CODE;
  const { metricsTraitShape, writePrunedFields, systemNamespace = 'verrazzano-system' } = own;
  const { systemScraper = 'verrazzano-system/vmi-system-prometheus-0' } = own;
  return create(oam('OamPlatform'), objectLiteral([
    ...fields({ vendor, workloadKindPrefix, systemNamespace }),
    { key: 'systemScraper', value: scraperCode(systemScraper) },
    ...metricsTraitShape === undefined
      ? []
      : [{ key: 'metricsTraitShape', value: memberOf('MetricsTraitShape', MetricsTraitShape, metricsTraitShape) }],
    ...fields({ writeDefaultMetricsTraits: false, writePrunedFields }),
  ]));
}

function kubernetesCode({ kubernetes = {}, vendor, workloadKindPrefix }: Settings['written']): Expression {
  const { prometheus = {}, ingress, clusterName, weblogicExporter } = kubernetes;
  const { monitorKind, seriesLabels = SeriesLabels.PLATFORM, scrape, replaces, ...others } = prometheus;
  const metrics = objectLiteral([
    ...fields(others),
    ...monitorKind === undefined ? [] : [{ key: 'monitorKind', value: memberOf('MonitorKind', MonitorKind, monitorKind) }],
    { key: 'seriesLabels', value: memberOf('SeriesLabels', SeriesLabels, seriesLabels) },
    ...scrape === undefined ? [] : [{ key: 'scrape', value: shapeOf(SCRAPE_SETTINGS)(normalized(scrape), []).expression! }],
    ...replaces === undefined ? [] : [{ key: 'replaces', value: list(replaces.map(scraperCode)) }],
  ]);
  return create(oam('KubernetesPlatform'), objectLiteral([
    { key: 'metrics', value: call(member(oam('MonitoringProvider'), 'prometheusOperator'), metrics) },
    ...ingress ? [{ key: 'ingress', value: ingressCode(ingress) }] : [],
    ...fields({ clusterName, weblogicExporter, vendor, workloadKindPrefix }),
  ]));
}

function ingressCode({ className, domain, tls, controller, annotations }: NonNullable<KubernetesSettings['ingress']>): Expression {
  return call(member(oam('IngressProvider'), 'ingress'), objectLiteral([
    { key: 'controller', value: call(member(oam('IngressController'), factoryOf(controller)), objectLiteral(fields({ className }))) },
    ...fields({ domain }),
    ...tls ? [{ key: 'tls', value: certificateCode(tls) }] : [],
    ...fields({ annotations }),
  ]));
}

/** The factory of IngressController for a name: `f5Nginx`. */
function factoryOf(controller = 'other'): string {
  return controller.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function certificateCode(tls: NonNullable<NonNullable<KubernetesSettings['ingress']>['tls']>): Expression {
  const { clusterIssuer, issuer, secretName } = tls;
  const certificate = (factory: string, ...args: Expression[]) => call(member(oam('TlsCertificate'), factory), ...args);
  if (clusterIssuer !== undefined) return certificate('issuer', literal(clusterIssuer));
  const ofNamespace = objectLiteral([{ key: 'kind', value: member(oam('CertificateIssuerKind'), 'ISSUER') }]);
  if (issuer !== undefined) return certificate('issuer', literal(issuer), ofNamespace);
  return secretName === undefined ? certificate('insecureNone') : certificate('secret', literal(secretName));
}

function scraperCode(scraper: string): Expression {
  return call(member(oam('Scraper'), 'parse'), literal(scraper));
}

function memberOf(type: string, members: Readonly<Record<string, string>>, value: string): Expression {
  return member(oam(type), Object.keys(members).find(each => members[each] === value)!);
}

/** What is given, as it is. */
function fields(given: Readonly<Record<string, unknown>>): ObjectField[] {
  return Object.entries(given).filter(([, value]) => value !== undefined).map(([key, value]) => ({ key, value: data(value) }));
}
