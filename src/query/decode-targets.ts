import { labelsAt, listOf, mustBe, objectAt, textAt } from './decode-values';
import { RFC3339 } from './parameters';
import { ActiveTarget, DroppedTarget, TargetHealth } from './result';

const HEALTH: readonly unknown[] = ['up', 'down', 'unknown'] satisfies TargetHealth[];

/** Go's time of a scrape that has not been. */
const NEVER = '0001-01-01T00:00:00Z';

export function targetsOf(data: unknown): { active: ActiveTarget[]; dropped: DroppedTarget[] } {
  const { activeTargets, droppedTargets } = objectAt(data, 'data');
  // with a state, the other list may be left out
  if (activeTargets === undefined && droppedTargets === undefined) throw mustBe('data.activeTargets', 'list', activeTargets);
  return {
    active: listOf(activeTargets, 'data.activeTargets', activeTargetAt),
    dropped: listOf(droppedTargets, 'data.droppedTargets', droppedTargetAt),
  };
}

function activeTargetAt(value: unknown, field: string): ActiveTarget {
  const target = objectAt(value, field);
  const { labels, discoveredLabels, health, lastScrape, lastScrapeDuration: duration } = target;
  const text = (name: string) => textAt(target[name], `${field}.${name}`);
  if (!HEALTH.includes(health)) throw mustBe(`${field}.health`, 'health', health);
  if (typeof duration !== 'number') throw mustBe(`${field}.lastScrapeDuration`, 'duration', duration);
  return {
    labels: labelsAt(labels, `${field}.labels`),
    discoveredLabels: labelsAt(discoveredLabels, `${field}.discoveredLabels`),
    scrapePool: text('scrapePool'),
    scrapeUrl: text('scrapeUrl'),
    health: health as TargetHealth,
    lastError: text('lastError'),
    ...lastScrape === NEVER ? {} : { lastScrape: momentAt(lastScrape, `${field}.lastScrape`) },
    lastScrapeDuration: duration * 1000,
  };
}

function droppedTargetAt(value: unknown, field: string): DroppedTarget {
  return { discoveredLabels: labelsAt(objectAt(value, field).discoveredLabels, `${field}.discoveredLabels`) };
}

/** A time as Go writes it, with up to nine decimals and the server's time zone. */
function momentAt(value: unknown, field: string): number {
  const moment = typeof value === 'string' && RFC3339.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(moment)) throw mustBe(field, 'date', value);
  return moment;
}
