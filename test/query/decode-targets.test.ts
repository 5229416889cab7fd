import { toldOf } from './malformed';
import { targetsOf } from '../../src/query/decode';
import { Malformed } from '../../src/query/failures';

const ACTIVE = {
  discoveredLabels: { __address__: '10.0.0.7:8080', __meta_kubernetes_pod_name: 'greet-0' },
  labels: { app: 'hello', job: 'hello_default_shop_greet' },
  scrapePool: 'hello_default_shop_greet',
  scrapeUrl: 'http://10.0.0.7:8080/metrics',
  globalUrl: 'http://10.0.0.7:8080/metrics',
  lastError: '',
  lastScrape: '2026-01-31T12:00:00.123456789Z',
  lastScrapeDuration: 0.0125,
  health: 'up',
  scrapeInterval: '15s',
  scrapeTimeout: '10s',
};

const ACTIVE_READ = {
  discoveredLabels: ACTIVE.discoveredLabels,
  labels: ACTIVE.labels,
  scrapePool: 'hello_default_shop_greet',
  scrapeUrl: 'http://10.0.0.7:8080/metrics',
  lastError: '',
  lastScrape: Date.UTC(2026, 0, 31, 12, 0, 0, 123),
  lastScrapeDuration: 12.5,
  health: 'up',
};

const active = (change: object) => targetsOf({ activeTargets: [{ ...ACTIVE, ...change }], droppedTargets: [] }).active[0];

test('targets are those that are scraped, and those that are not', () => {
  expect(targetsOf({ activeTargets: [ACTIVE], droppedTargets: [{ discoveredLabels: { a: 'b' }, scrapePool: 'x' }] }))
    .toEqual({ active: [ACTIVE_READ], dropped: [{ discoveredLabels: { a: 'b' } }] });
});

test.each([[{ activeTargets: [] }], [{ activeTargets: null, droppedTargets: null }], [{ activeTargets: [], droppedTargets: [], droppedTargetCounts: {} }]])('there may be none: %j', data => {
  expect(targetsOf(data)).toEqual({ active: [], dropped: [] });
});

test.each<[string, object, object]>([
  ['could not be scraped', { health: 'down', lastError: 'connection refused' }, { health: 'down', lastError: 'connection refused' }],
  ['has another time zone', { lastScrape: '2026-01-31T13:30:00+01:30' }, { lastScrape: Date.UTC(2026, 0, 31, 12) }],
  ['was scraped for the last time on a leap day', { lastScrape: '2024-02-29T00:00:00Z' }, { lastScrape: Date.UTC(2024, 1, 29) }],
  ['was scraped in no time', { lastScrapeDuration: 0 }, { lastScrapeDuration: 0 }],
])('a target %s', (_, change, expected) => {
  expect(active(change)).toEqual({ ...ACTIVE_READ, ...expected });
});

test('a target that was not scraped yet has no time', () => {
  const target = active({ health: 'unknown', lastScrape: '0001-01-01T00:00:00Z', lastScrapeDuration: 0 });
  expect(target).toEqual({ ...ACTIVE_READ, health: 'unknown', lastScrape: undefined, lastScrapeDuration: 0 });
  expect('lastScrape' in target).toBe(false);
});

const UNPRINTABLE = JSON.parse('{"toString":1,"valueOf":1}');
const AT = 'data.activeTargets[0]';

describe('fails when', () => {
  test.each<[string, unknown, string]>([
    ['there is no data', undefined, "'data' must be an object, got nothing"],
    ['the data is a list', [], "'data' must be an object, got a list of 0"],
    ['the targets are no list', { activeTargets: {} }, "'data.activeTargets' must be a list, got an object"],
    ['a target is a text', { activeTargets: ['x'] }, `'${AT}' must be an object, got "x"`],
    ['a target that was dropped is null', { droppedTargets: [{ discoveredLabels: {} }, null] }, "'data.droppedTargets[1]' must be an object, got null"],
    ['a target that was dropped has no labels', { droppedTargets: [{}] }, "'data.droppedTargets[0].discoveredLabels' must be an object, got nothing"],
    ...Object.entries<[unknown, string]>({
      health: ['UP', 'must be up, down or unknown, got "UP"'],
      lastScrapeDuration: ['1', 'must be a number of seconds, got "1"'],
      lastScrape: ['yesterday', 'must be a time as in RFC 3339, got "yesterday"'],
      labels: [[], 'must be an object, got a list of 0'],
      discoveredLabels: [null, 'must be an object, got null'],
      scrapePool: [1, 'must be a string, got 1'],
      scrapeUrl: [undefined, 'must be a string, got nothing'],
      lastError: [null, 'must be a string, got null'],
    }).map(([name, [value, problem]]): [string, unknown, string] =>
      [`a target's ${name} is wrong`, { activeTargets: [{ ...ACTIVE, [name]: value }] }, `'${AT}.${name}' ${problem}`]),
    ['the time of a scrape is a number', { activeTargets: [{ ...ACTIVE, lastScrape: 1700000000 }] }, `'${AT}.lastScrape' must be a time as in RFC 3339, got 1700000000`],
    ['the time of a scrape is an object', { activeTargets: [{ ...ACTIVE, lastScrape: UNPRINTABLE }] }, `'${AT}.lastScrape' must be a time as in RFC 3339, got an object`],
    ['the time of a scrape is a list', { activeTargets: [{ ...ACTIVE, lastScrape: [ACTIVE.lastScrape] }] }, `'${AT}.lastScrape' must be a time as in RFC 3339, got a list of 1`],
    ['there is no such time', { activeTargets: [{ ...ACTIVE, lastScrape: '2026-13-31T12:00:00Z' }] }, `'${AT}.lastScrape' must be a time as in RFC 3339, got "2026-13-31T12:00:00Z"`],
  ])('%s', (_, data, expected) => {
    let message = 'nothing was thrown';
    try {
      targetsOf(data);
    } catch (error) {
      message = error instanceof Malformed ? toldOf(error) : String(error);
    }
    expect(message).toBe(expected);
  });
});
