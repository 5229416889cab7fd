import { DashboardDelivery, dashboardDelivery, grafanaTitle, OWN_LABELS } from './dashboard-delivery';
import { ComponentRuntimes, MetricsDashboardProps } from './metrics-dashboard-props';
import { MetricsRuntime } from './metrics-runtime';
import { watchedApplications } from '../alerts/watched-jobs';
import { DURATION } from '../definitions/common';
import { bad, Check, Finding, FINE, found, must, saying } from '../findings/finding';
import { joinPath } from '../findings/path';
import { Shown } from '../findings/shown';
import { all, asProps, closed, filled, list, mapOf, oneOf, unique } from '../private/check';
import { inOneUnit, millisecondsOf, writtenDuration } from '../private/durations';
import { labelName, labels, namespaceName, seriesLabel } from '../private/names';
import { snapshot } from '../private/plain';

/** The properties with their defaults. */
export interface DashboardSettings extends Pick<MetricsDashboardProps, 'title' | 'namespace' | 'objectLabels' | 'matchers'> {
  readonly delivery: DashboardDelivery;
  readonly tags: readonly string[];
  readonly refresh: string;
  /** The runtimes of components, by their names. */
  readonly runtimes: ReadonlyMap<string, readonly MetricsRuntime[]>;
}

/** The shortest refresh, in milliseconds, that Grafana allows by default. */
const SHORTEST_REFRESH = 5000;

const duration: Check = (value, field) => {
  const text = writtenDuration(value);
  const findings = DURATION.check(text, field);
  return findings.length > 0 || millisecondsOf(text)! >= SHORTEST_REFRESH ? findings
    : bad('invalid-value', saying('must be 5 seconds or more, which is what Grafana allows', 'set a longer one'), field, text);
};

/** The labels by which queries already select their series. */
const RESERVED = ['alertname', 'alertstate', 'app_oam_dev_component', 'app_oam_dev_name', 'instance', 'job', 'namespace'];

const matcherName: Check = (name, field) => RESERVED.includes(name)
  ? found('invalid-value', joinPath(field, [name]), { reason: 'taken', by: 'MetricsDashboard' })
  : seriesLabel(name, field);

/** The value of a label, in which Grafana finds no variable. */
const MATCHER = /^[^$[\]{}\p{Cc}\p{Cs}]{1,50}$/u;
const matcher = must(
  value => typeof value === 'string' && MATCHER.test(value) && value.trim() === value, 'invalid-value', saying('must be 1 to 50 '
    + "characters without spaces around them, brackets, braces, line breaks and '$', with which variables of Grafana are written",
  'give the value itself'),
);

const COMPONENT = closed<ComponentRuntimes>(
  { component: labelName, runtimes: list(oneOf(...Object.values(MetricsRuntime))) }, ['component', 'runtimes'],
);

const PROPS = closed<MetricsDashboardProps>({
  applications: watchedApplications,
  components: all(list(COMPONENT), unique(({ component }) => component, 'component')),
  delivery: dashboardDelivery,
  title: grafanaTitle,
  tags: list(filled),
  refresh: duration,
  namespace: namespaceName,
  objectLabels: labels,
  matchers: mapOf(matcher, matcherName),
});

/** Findings on the properties. */
export function checkDashboard(given: MetricsDashboardProps): Finding[] {
  const findings = PROPS(given, '');
  if (findings.length > 0) return findings;
  const { title, applications } = asProps(given);
  return [
    ...title == null || applications?.length === 1 ? FINE : found('invalid-value', 'title',
      saying("is for a single application: dashboards of one title in a folder can't be told apart",
        "give that application alone in 'applications', or leave the title out")),
    ...ownLabels(given),
  ];
}

/** Reports labels by which objects are selected, or which identify their owner. */
function ownLabels(given: MetricsDashboardProps): Finding[] {
  const { objectLabels, delivery } = asProps(given);
  const own: string[] = [...Object.values(OWN_LABELS), ...Object.keys((delivery ?? DashboardDelivery.sidecar())._deliver('').labels)];
  return Object.keys(objectLabels ?? {}).filter(each => own.includes(each)).flatMap(each =>
    found('invalid-value', ['objectLabels', each], { reason: 'taken', by: 'MetricsDashboard' }));
}

/** The properties with their defaults. */
export function settingsOf(given: MetricsDashboardProps): DashboardSettings {
  const { applications: _, delivery, ...others } = given;
  const { tags = ['cdk8s-oam'], refresh, components = [], ...same } = snapshot(others);
  const runtimes = new Map(components.map(each => [each.component, each.runtimes]));
  const every = refresh ? inOneUnit(writtenDuration(refresh)) : '1m';
  return { ...same, delivery: delivery ?? DashboardDelivery.sidecar(), tags, refresh: every, runtimes };
}

/** Reports names of components that do not exist or have no metrics. */
export function unknownComponents({ runtimes }: DashboardSettings, scraped: readonly string[]): Finding[] {
  const known = [...new Set(scraped)].sort();
  return [...runtimes.keys()].flatMap((name, i) => known.includes(name) ? FINE : found('invalid-value', ['components', i, 'component'],
    { reason: 'one-of', allowed: known, value: Shown.of(name), remedy: 'correct the name, or declare metrics of the component' }));
}
