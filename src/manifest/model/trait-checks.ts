import { Platform } from '../../platform/platform';
import { isObject } from '../../private/check';
import { FINE, Finding } from '../../private/finding';
import { CustomTrait } from '../../traits/custom-trait';
import { loggingImageFindings } from '../../traits/logging-trait';
import { scrapeableFindings } from '../../traits/metrics-trait';

/** What the typed traits check beside the values of their fields: whether they suit the workload. */
export function traitFindings({ binding, apiVersion, kind }: CustomTrait, { spec }: any): Finding[] {
  const suits = SUITS.get(kind);
  const isOwn = Platform.of(binding)._typeOf(({ apiVersion: own }) => ({ apiVersion: own, kind })).apiVersion === apiVersion;
  return suits && isOwn ? suits(binding, isObject(spec) ? spec : {}) : FINE;
}

const SUITS = new Map([
  ['LoggingTrait', loggingImageFindings],
  ['MetricsTrait', scrapeableFindings],
]);
