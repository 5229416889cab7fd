import type { ErrorCode } from '../../findings/catalogue/all';
import type { LocatedFinding } from '../reading';

/** What to do in a manifest, where the model says what to do in a program. */
const REMEDIES: { readonly [code in ErrorCode]?: string } = {
  'component-elsewhere': 'give the file of its Component too',
  'component-not-bound': 'bind it in an ApplicationConfiguration, and give its file too',
  'missing-domain': 'name the hosts, or give --ingress-domain',
  'missing-namespace': 'set \'metadata.namespace\', or give --default-namespace',
  'namespace-mismatch': 'give all one namespace, or leave it out',
  'no-ingress-provider': 'give --ingress-class and where certificates come from, or \'kubernetes.ingress\' in the settings',
};

/** What programs call otherwise than manifests and settings do. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/^set 'metadata\.name', or a construct id that is a valid name$/, 'give it a valid name'],
  [/^set the chart's namespace, or 'metadata\.namespace'$/, 'give it a valid namespace'],
  [/ by CustomTrait\b/g, ' as a further trait'],
  [/, or give the KubernetesPlatform a renderer for the kind/g, ''],
  [/\bMonitorKind\.POD_MONITOR\b/g, '--monitor-kind PodMonitor'],
  [/'monitorLabels' of the platform/g, '\'kubernetes.prometheus.monitorLabels\' in the settings'],
  [/'monitorNamespaceSelector' of the platform/g, '--monitor-namespaces'],
  [/tell the platform by 'namespaceLabels'/g, 'say so by \'kubernetes.prometheus.namespaceLabels\' in the settings'],
  [/'weblogicExporter\.enabled' of the platform/g, '\'kubernetes.weblogicExporter.enabled\' in the settings'],
  [/'replaces' of the platform's metrics/g, '\'kubernetes.prometheus.replaces\' in the settings'],
  [/set 'controller' on IngressProvider\.ingress\(\)/g, 'give --ingress-controller'],
  [/'workload\.(?=spec|metadata)/g, '\'spec.workload.'],
  [/\bWebLogicDomainVersion\.V9\b/g, 'apiVersion "weblogic.oracle/v9"'],
  [/^give the KubernetesPlatform a renderer for it: .*$/g, 'write it as objects that the cluster knows, or leave it out'],
  [/install a platform with MetricsTraitShape\.PORTS/g, 'set \'oam.metricsTraitShape: ports\' in the settings'],
];

/** A finding in the words of somebody who has written manifests. */
export function inWords(found: LocatedFinding): LocatedFinding {
  if (!found.said) return found;
  const remedy = REMEDIES[found.code] ?? found.said.remedy;
  return { ...found, said: { problem: said(found.said.problem), ...remedy === undefined ? {} : { remedy: said(remedy) } } };
}

function said(text: string): string {
  return PHRASES.reduce((changed, [phrase, words]) => changed.replace(phrase, words), text);
}
