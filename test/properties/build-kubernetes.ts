import { MakePlatform } from './build';
import { CertificateRecipe, TargetRecipe } from './kubernetes-recipe';
import { PlatformRecipe } from './recipe';
import {
  IngressController, CertificateIssuerKind, IngressProvider, KubernetesPlatform, MonitoringProvider, MonitorKind, Scraper, SeriesLabels,
  TlsCertificate,
} from 'cdk8s-oam';

/** Makes the platforms of a model for a target. */
export function kubernetes(target: TargetRecipe): MakePlatform {
  return ({ vendor, workloadKindPrefix }: PlatformRecipe) => new KubernetesPlatform({
    vendor, workloadKindPrefix, clusterName: target.clusterName, metrics: metrics(target), ingress: ingress(target),
  });
}

/** The same platform for each recipe that is the same: several Apps share it. */
export function shared(make: MakePlatform): MakePlatform {
  const made = new Map<string, ReturnType<MakePlatform>>();
  return recipe => {
    const key = JSON.stringify(recipe);
    const platform = made.get(key) ?? make(recipe);
    made.set(key, platform);
    return platform;
  };
}

function metrics(target: TargetRecipe): MonitoringProvider {
  const { prometheus, monitorKind, monitorSelector, monitorLabels, namespaceSelector, namespaceLabels, mesh, replaces } = target;
  return MonitoringProvider.prometheusOperator({
    ...prometheus,
    // the labels that the properties know
    seriesLabels: SeriesLabels.PLATFORM,
    monitorKind: monitorKind as MonitorKind,
    monitorSelector,
    monitorLabels,
    monitorNamespaceSelector: namespaceSelector,
    namespaceLabels,
    mesh,
    replaces: replaces?.map(name => Scraper.parse(name)),
  });
}

function ingress({ ingress: { className, tls, controller: name, ...rest } }: TargetRecipe): IngressProvider {
  const controller = name === undefined ? IngressController.other({ className }) : IngressController.byName(name, { className });
  return IngressProvider.ingress({ ...rest, controller, tls: certificate(tls) });
}

function certificate({ from, name }: CertificateRecipe): TlsCertificate {
  switch (from) {
    case 'none': return TlsCertificate.insecureNone();
    case 'secret': return TlsCertificate.secret(name);
    default: return TlsCertificate.issuer(name, { kind: from as CertificateIssuerKind });
  }
}
