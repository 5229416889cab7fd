import { taggedVersion, versionCheck } from '../../../src/scraper/prometheus/version';

test('versions are compared by their numbers', () => {
  const isFine = (version: string) => versionCheck(version, 'version').length === 0;
  expect(['3.10.0', 'v3.0.0', '3.0.0-rc.1', '2.45.0', '2.100.1'].filter(each => !isFine(each))).toEqual([]);
  expect(['2.44.9', '2.9.0', 'v1.99.0', '3.14', 'latest', ''].filter(isFine)).toEqual([]);
});

test('images are tagged with a v', () => {
  expect([taggedVersion('3.14.0'), taggedVersion('v3.14.0')]).toEqual(['v3.14.0', 'v3.14.0']);
});
