import { isAtLeast, taggedVersion, versionIn } from '../../../src/scraper/prometheus/version';

test.each([
  ['quay.io/prometheus/prometheus:v3.14.0', 'v3.14.0'],
  ['registry.example.com:5000/prometheus:3.5.1', '3.5.1'],
  ['prometheus:v3.14.0@sha256:0123', 'v3.14.0'],
  ['prometheus:v3.14.0-distroless', 'v3.14.0-distroless'],
  ['prometheus:latest', undefined],
  ['prometheus@sha256:0123', undefined],
  ['registry.example.com:5000/prometheus', undefined],
])('the tag of %s names %s', (image, version) => {
  expect(versionIn(image)).toBe(version);
});

test('versions are compared by their numbers', () => {
  expect([['3.10.0', '3.9.9'], ['v3.0.0', '3.0.0'], ['3.0.0-rc.1', '3.0.0'], ['2.45.1', '2.45.0']].every(([own, least]) => isAtLeast(own, least))).toBe(true);
  expect([['3.9.9', '3.10.0'], ['2.99.9', '3.0.0'], ['3.0.0', '3.0.1']].some(([own, least]) => isAtLeast(own, least))).toBe(false);
});

test('images are tagged with a v', () => {
  expect([taggedVersion('3.14.0'), taggedVersion('v3.14.0')]).toEqual(['v3.14.0', 'v3.14.0']);
});
