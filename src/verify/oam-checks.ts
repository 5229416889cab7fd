import { Check, FINE, Finding } from '../findings/finding';
import { oneName } from '../manifest/model/entry-checks';
import { all, filled, list, object } from '../private/check';
import { manifest, labelName, namespaceName } from '../private/names';
import { isVendorVersion } from '../private/oam-kind';
import { METRICS_TRAIT } from '../traits/metrics-trait';
import { checkOf } from '../traits/oam-trait';

const named = object({ name: labelName, namespace: namespaceName }, ['name']);

/** The trait's own values; whether they suit the workload was for those to say who have declared it. */
const metricsTrait: Check = (value, field) => isMetricsTrait(value) ? object({ spec: checkOf(METRICS_TRAIT) })(value, field) : FINE;

const binding = all(oneName, object({
  componentName: labelName,
  revisionName: filled,
  traits: list(object({ trait: all(manifest, metricsTrait) }, ['trait'])),
}));

const APPLICATION = object({ metadata: named, spec: object({ components: list(binding) }, ['components']) }, ['metadata', 'spec']);
const COMPONENT = object({ metadata: named, spec: object({ workload: manifest }, ['workload']) }, ['metadata', 'spec']);

/** What must be right with an ApplicationConfiguration, or it is not known what it declares. */
export function checkApplication(value: unknown): Finding[] {
  return APPLICATION(value, '');
}

/** The same for a Component. */
export function checkComponent(value: unknown): Finding[] {
  return COMPONENT(value, '');
}

/** Whether a trait is a MetricsTrait, of whatever vendor. */
export function isMetricsTrait(trait: any): boolean {
  return trait?.kind === 'MetricsTrait' && isVendorVersion(trait.apiVersion);
}
