import { parse } from 'yaml';
import { attempt } from '../private/attempt';
import { asObject, isFilled, isObject, PlainFields, textOf } from '../private/check';
import { isKind } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';

const CHART = 'kube-prometheus-stack';
const LONGEST_NAME = 26;

/** The values of the chart that make the name of its Prometheus. */
interface ChartNames {
  readonly fullnameOverride?: string;
  readonly nameOverride?: string;
  readonly cleanPrometheusOperatorObjectNames?: boolean;
}

/** The name of the Prometheus of a release. The chart truncates names, and removes a dash at the end. */
export function prometheusNameOf(release: string, names: ChartNames): string {
  const { fullnameOverride, nameOverride = CHART, cleanPrometheusOperatorObjectNames: isClean } = names;
  const whole = fullnameOverride ?? (release.includes(nameOverride) ? release : `${release}-${nameOverride}`);
  const fullname = String(whole).slice(0, LONGEST_NAME).replace(/-$/, '');
  return isClean ? fullname : `${fullname}-prometheus`;
}

/** A release of the chart, as Flux or Argo CD installs it. */
interface ChartRelease {
  readonly release: string;
  readonly namespace: unknown;
  readonly values: PlainFields;
}

/**
 * The Prometheus that a HelmRelease of Flux, or an Application of Argo CD, installs by kube-prometheus-stack; `undefined` for other
 * objects, and if values come from elsewhere.
 */
export function installedPrometheus(object: TypedManifest): TypedManifest | undefined {
  const installed = isKind(object, 'helm.toolkit.fluxcd.io/HelmRelease') ? byFlux(object)
    : isKind(object, 'argoproj.io/Application') ? byArgo(object) : undefined;
  if (!installed) return undefined;
  const { release, namespace, values } = installed;
  if (values.prometheus?.enabled === false) return undefined;
  const given = asObject(values.prometheus?.prometheusSpec);
  const spec = Object.fromEntries(['serviceMonitor', 'podMonitor', 'probe', 'scrapeConfig', 'rule'].flatMap(kind => {
    const own: unknown = given[`${kind}Selector`];
    const isEmpty = !isObject(own) || Object.keys(own).length === 0;
    const usual = given[`${kind}SelectorNilUsesHelmValues`] === false ? {} : { matchLabels: { release } };
    return [[`${kind}Selector`, isEmpty ? usual : own], [`${kind}NamespaceSelector`, given[`${kind}NamespaceSelector`] ?? {}]];
  }));
  const name = prometheusNameOf(release, values as ChartNames);
  const { scrapeInterval, scrapeClasses } = given;
  const made = { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus', metadata: { namespace, name } };
  return { ...made, spec: { scrapeInterval, scrapeClasses, ...spec } } as object as TypedManifest;
}

function byFlux({ metadata, spec }: TypedManifest): ChartRelease | undefined {
  const { chart, values, valuesFrom, releaseName, targetNamespace } = asObject(spec);
  if (chart?.spec?.chart !== CHART || valuesFrom != null) return undefined;
  const usual = [targetNamespace, metadata?.name].filter(isFilled).join('-');
  return { release: textOf(releaseName) ?? usual, namespace: targetNamespace ?? metadata?.namespace, values: asObject(values) };
}

function byArgo({ metadata, spec }: TypedManifest): ChartRelease | undefined {
  const { chart, helm } = asObject(spec?.source);
  const { values, valuesObject, valueFiles, parameters, releaseName } = asObject(helm);
  if (chart !== CHART || valueFiles != null || parameters != null) return undefined;
  const given: unknown = valuesObject ?? attempt(() => parse(textOf(values) ?? ''));
  return { release: textOf(releaseName) ?? String(metadata?.name), namespace: spec?.destination?.namespace, values: asObject(given) };
}
