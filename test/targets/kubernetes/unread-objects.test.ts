import { App, Chart, Testing } from 'cdk8s';
import { CustomObject, OamPlatform, Platform } from '../../../src';
import { kubernetes } from '../../migration/support';
import { messageOf } from '../../support/message';

function chartOn(platform: Platform): Chart {
  const app = new App();
  Platform.install(app, platform);
  return new Chart(app, 'c', { namespace: 'ns' });
}

const synth = (chart: Chart) => chart.node.root as App;
const OBJECTS = [
  ['clusters.verrazzano.io/v1alpha1', 'MultiClusterApplicationConfiguration'], ['core.oam.dev/v1alpha2', 'ApplicationConfiguration'], ['oam.verrazzano.io/v1alpha1', 'IngressTrait'],
];

test.each(OBJECTS)('fails when a cluster without an OAM platform is to have an object of %s %s', (apiVersion, kind) => {
  const manifest = { apiVersion, kind, metadata: { name: 'a' } };
  const chart = chartOn(kubernetes());
  new CustomObject(chart, 'object', { manifest });
  expect(messageOf(() => synth(chart).synthYaml())).toBe(['Validation failed with the following errors:',
    `  [c/object] standalone-oam-object: is a ${kind} of ${apiVersion}, which a cluster without an OAM platform does not know; declare it by an ApplicationConfiguration and its components, or leave it out`].join('\n'));
  const oam = chartOn(OamPlatform.verrazzano());
  new CustomObject(oam, 'object', { manifest });
  expect(Testing.synth(oam)).toEqual([manifest]);
});

test('other objects are written', () => {
  const chart = chartOn(kubernetes());
  const manifest = { apiVersion: 'example.com/v1', kind: 'MultiClusterThing', metadata: { name: 'thing' } };
  new CustomObject(chart, 'object', { manifest });
  expect(Testing.synth(chart)).toEqual([manifest]);
});
