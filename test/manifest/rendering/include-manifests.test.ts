import { App, Chart, Testing } from 'cdk8s';
import { Platform } from '../../../src';
import { ManifestError, RefusedManifestsError } from '../../../src/manifest/reading';
import { includeManifests } from '../../../src/manifest/render-manifests';
import { validateManifests } from '../../../src/manifest/validate';
import { writeYaml } from '../../../src/manifest/write-yaml';
import { messageOf } from '../../support/message';
import { application, component, containerized, deployment, documents, KUBERNETES, OAM, objects, PORTS, read, Texts } from '../support';

function chartOn(options: { platform: Platform }): Chart {
  const chart = new Chart(new App(), 'chart');
  Platform.install(chart, options.platform);
  return chart;
}

const APP = documents(application('app', 'componentName: a'), component('a', containerized(PORTS)), 'apiVersion: v1\nkind: Secret\nmetadata: {name: s, uid: x}\nstringData: {a: b}\n');

/** The objects of one identity each, in whichever order. */
const byName = (given: readonly any[]) => Object.fromEntries(given.map(object => [`${object.kind} ${object.metadata.name}`, object]));

test.each([['Kubernetes', KUBERNETES], ['OAM', OAM]])('a chart gets what is rendered of manifests for %s', (_, options) => {
  const chart = chartOn(options);
  includeManifests(chart, read(APP));
  const included = Testing.synth(chart);
  expect(byName(included)).toEqual(byName(objects(APP, options)));
  expect(included).toHaveLength(objects(APP, options).length);
});

test('they are checked together with what else is in the program', () => {
  const chart = chartOn(KUBERNETES);
  includeManifests(chart, read(documents(application('app', 'componentName: a'), component('a', deployment('same')))));
  includeManifests(new Chart(chart, 'other'), read(documents(application('two', 'componentName: b'), component('b', deployment('same')))));
  expect(messageOf(() => Testing.synth(chart))).toMatch(/duplicate-object: Deployment "same" in namespace "ns" is also made by/);
});

function refusal(texts: Texts, options = KUBERNETES): Error {
  try {
    includeManifests(chartOn(options), read(texts));
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

test('fails when something could not be read, or has errors for the platform', () => {
  const unread = refusal('a: [\n');
  expect([unread instanceof ManifestError, unread instanceof RefusedManifestsError]).toEqual([true, false]);
  expect(unread.message).toBe('f.yaml:2:1: yaml-syntax: has brackets or braces that are not closed, or no comma between two entries; close them, or put the string in quotes');
  const refused = refusal(application('A'));
  expect(refused).toBeInstanceOf(RefusedManifestsError);
  expect(refused.message).toBe('f.yaml:3:12: invalid-name: \'metadata.name\' must be a DNS-1123 subdomain of at most 63 characters, since it becomes a label\'s value, got "A"; give it a valid name');
});

test.each([['Kubernetes', KUBERNETES], ['OAM', OAM]])('fails when a text is one that cdk8s cannot write, for %s', (_, options) => {
  const text = writeYaml([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { a: '0o17' } }]);
  expect(refusal(text, options).message).toBe('f.yaml:6:3: not-plain: \'data.a\' is a string that is written without quotes, and that Kubernetes reads as a number, such as "0o17" or "1e_5"; spell it differently');
});

test('that holds for manifests that were checked before', () => {
  const manifests = read(documents(application('app', 'componentName: a'), component('a', deployment('a').replace('image: i', 'image: "0o17"'))));
  expect(validateManifests(manifests, KUBERNETES)).toEqual([]);
  expect(messageOf(() => includeManifests(chartOn(KUBERNETES), manifests))).toMatch(/^f\.yaml:12:\d+: not-plain: 'spec\.workload\.spec\.template\.spec\.containers\[0\]\.image' is a string that is written without quotes/);
});
