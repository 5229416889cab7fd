import type { KubernetesSettings, SettingsValue, Target } from './fields';
import { normalized } from './scrape';
import type { Path } from '../../findings/path';
import type { IngressControllerProps } from '../../ingress/controller-props';
import { IngressController } from '../../ingress/ingress-controller';
import { CertificateIssuerKind, TlsCertificate } from '../../ingress/tls-certificate';
import { IngressProvider } from '../../kubernetes/ingress/ingress-provider';
import { KubernetesPlatform } from '../../kubernetes/kubernetes-platform';
import { MonitoringProvider } from '../../kubernetes/metrics/monitoring-provider';
import { SeriesLabels } from '../../kubernetes/metrics/relabelling';
import { OamPlatform } from '../../platform/oam-platform';
import type { Platform } from '../../platform/platform';
import { Scraper } from '../../platform/scraper';

/** The vendor unless one is named. */
export const VENDOR = 'verrazzano';

type Ingress = NonNullable<KubernetesSettings['ingress']>;

/**
 * The platform that settings describe, whose shape is good.
 *
 * @throws ModelError with findings about properties of the platform
 */
export function platformOf(target: Target, settings: SettingsValue): Platform {
  return target === 'oam' ? oam(settings) : kubernetes(settings);
}

/** Of another vendor than the reference platform's nothing more is known than what is told; nothing that is written hangs on the rest. */
function oam({ vendor = VENDOR, workloadKindPrefix, oam: given = {} }: SettingsValue): OamPlatform {
  const { metricsTraitShape, writePrunedFields, systemNamespace, systemScraper } = given;
  const reference = OamPlatform.verrazzano();
  return new OamPlatform({
    vendor,
    workloadKindPrefix,
    metricsTraitShape,
    writePrunedFields,
    systemNamespace: systemNamespace ?? reference.systemNamespace,
    systemScraper: systemScraper === undefined ? reference.systemScraper : Scraper.parse(systemScraper),
    ownedObjects: vendor === VENDOR ? reference._owned() : undefined,
    // what is rendered for an OAM platform is what was read, and nothing more
    writeDefaultMetricsTraits: false,
  });
}

function kubernetes({ vendor, workloadKindPrefix, kubernetes: given = {} }: SettingsValue): KubernetesPlatform {
  const { clusterName, prometheus, ingress, weblogicExporter } = given;
  // what is taken over goes on; what is missing is told by the platform
  const { scrape, replaces } = prometheus ?? {};
  const props: any = {
    seriesLabels: SeriesLabels.PLATFORM,
    ...prometheus,
    scrape: scrape && normalized(scrape),
    replaces: replaces?.map(each => Scraper.parse(each)),
  };
  return new KubernetesPlatform({
    metrics: MonitoringProvider.prometheusOperator(props),
    ingress: ingress && ingressOf(ingress),
    weblogicExporter,
    clusterName,
    vendor,
    workloadKindPrefix,
  });
}

function ingressOf({ tls, className, controller, ...others }: Ingress): IngressProvider {
  const props: any = { ...others, controller: controllerOf(controller, { className: className! }), tls: tls && certificateOf(tls) };
  return IngressProvider.ingress(props);
}

function controllerOf(name: Ingress['controller'], props: IngressControllerProps): IngressController {
  return name === undefined ? IngressController.other(props) : IngressController.byName(name, props);
}

function certificateOf({ clusterIssuer, issuer, secretName }: NonNullable<Ingress['tls']>): TlsCertificate {
  if (clusterIssuer !== undefined) return TlsCertificate.issuer(clusterIssuer);
  if (issuer !== undefined) return TlsCertificate.issuer(issuer, { kind: CertificateIssuerKind.ISSUER });
  return secretName !== undefined ? TlsCertificate.secret(secretName) : TlsCertificate.insecureNone();
}

/** The field of the settings that a property of a platform comes from. */
export function fieldOf(property: Path, target: Target): Path {
  const [name, ...rest] = property;
  // the class and the controller stand side by side
  if (name === 'ingress' && rest[0] === 'controller') return ['kubernetes', name, ...rest.length > 1 ? rest.slice(1) : rest];
  if (name === 'vendor' || name === 'workloadKindPrefix') return property;
  return target === 'kubernetes' && name === 'metrics' ? ['kubernetes', 'prometheus', ...rest] : [target, ...property];
}
