import type { ApiObject } from 'cdk8s';
import { DashboardDelivery, dashboardDelivery, grafanaTitle } from './dashboard-delivery';
import { ComponentRuntimes, MetricsDashboardProps } from './metrics-dashboard-props';
import { MetricsRuntime } from './metrics-runtime';
import { ApplicationConfiguration } from '../application/application-configuration';
import { DURATION } from '../definitions/common';
import { bad, Check, FINE, Finding, found } from '../findings/finding';
import { Shown } from '../findings/shown';
import { instanceOf } from '../private/brand';
import { all, asProps, closed, filled, isFilled, list, oneOf, unique } from '../private/check';
import { durationText, isDuration } from '../private/durations';
import { labelName, labels, namespaceName } from '../private/names';
import { snapshot } from '../private/plain';

/** The properties with their defaults. */
export interface DashboardSettings extends Pick<MetricsDashboardProps, 'title' | 'namespace' | 'objectLabels'> {
  readonly delivery: DashboardDelivery;
  readonly tags: readonly string[];
  readonly refresh: string;
  /** What components are made of, by their names. */
  readonly runtimes: ReadonlyMap<string, readonly MetricsRuntime[]>;
}

/** The columns for tags in Grafana's database. */
const LONGEST_TAG = 50;

/** What `kubectl apply` keeps of an object in one of its annotations. */
const MOST_APPLIED = 256 * 1024;

const application: Check = (value, field) =>
  instanceOf(ApplicationConfiguration, (other, at) => bad('invalid-dashboard', 'not-an-application', at, other))(value, field);

const tag: Check = (value, field) => !isFilled(value) ? filled(value, field)
  : [...value].length <= LONGEST_TAG ? FINE
    : found('invalid-dashboard', field, { reason: 'tag', max: LONGEST_TAG, value: Shown.of(value) });

const duration: Check = (value, field) => DURATION.check(isDuration(value) ? durationText(value) : value, field);

const COMPONENT: Readonly<Record<keyof ComponentRuntimes, Check>> =
  { component: labelName, runtimes: list(oneOf(...Object.values(MetricsRuntime))) };

const FIELDS: Readonly<Record<keyof MetricsDashboardProps, Check>> = {
  applications: list(application, { min: 1, what: 'application' }),
  components: all(list(closed(COMPONENT, ['component', 'runtimes'])), unique(({ component }) => component, 'component')),
  delivery: dashboardDelivery,
  title: grafanaTitle,
  tags: list(tag),
  refresh: duration,
  namespace: namespaceName,
  objectLabels: labels,
};

const PROPS = closed(FIELDS);

/** What is wrong with the properties. */
export function checkDashboard(given: MetricsDashboardProps): Finding[] {
  const findings = PROPS(given, '');
  const { title, applications } = asProps(given);
  return findings.length > 0 || title == null || applications?.length === 1 ? findings
    : found('invalid-dashboard', 'title', { reason: 'shared-title' });
}

/** The properties with their defaults. */
export function settingsOf(given: MetricsDashboardProps): DashboardSettings {
  const { applications: _, delivery = DashboardDelivery.sidecar(), ...others } = given;
  const { tags = ['cdk8s-oam'], refresh, components = [], ...same } = snapshot(others);
  const runtimes = new Map(components.map(each => [each.component, each.runtimes]));
  return { ...same, delivery, tags, refresh: refresh ? durationText(refresh) : '1m', runtimes };
}

/** Components that are named, and have no metrics or are none. */
export function unknownComponents({ runtimes }: DashboardSettings, scraped: readonly string[]): Finding[] {
  const known = [...new Set(scraped)];
  const unknown = (name: string) => known.length > 0 ? { reason: 'component' as const, known, value: Shown.of(name) }
    : { reason: 'no-component' as const, value: Shown.of(name) };
  return [...runtimes.keys()].flatMap((name, i) =>
    known.includes(name) ? FINE : found('invalid-dashboard', ['components', i, 'component'], unknown(name)));
}

/** What is wrong with the size of an object, and what has to be known of it. */
export function sizeFindings({ kind, name }: ApiObject, bytes: number, max: number): { findings: Finding[]; warnings: Finding[] } {
  const isStored = bytes <= max;
  return {
    findings: isStored ? FINE : found('dashboard-too-large', '', { reason: 'stored', kind, name, bytes, max }),
    warnings: !isStored || bytes <= MOST_APPLIED ? FINE
      : found('dashboard-too-large', '', { reason: 'applied', kind, name, bytes, max: MOST_APPLIED }),
  };
}
