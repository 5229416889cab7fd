import { fixedKind, vendorTrait, vendorWorkload } from '../../src/private/oam-kind';

const acme = { apiVersion: 'oam.acme.io/v1alpha1', workloadPrefix: 'Acme' };

test('the vendor is in the group of a trait, and in the group and kind of a workload', () => {
  expect(vendorTrait('MetricsTrait')(acme)).toEqual({ apiVersion: 'oam.acme.io/v1alpha1', kind: 'MetricsTrait' });
  expect(vendorWorkload('HelidonWorkload')(acme)).toEqual({ apiVersion: 'oam.acme.io/v1alpha1', kind: 'AcmeHelidonWorkload' });
});

test('other kinds have one name everywhere', () => {
  expect(fixedKind('apps/v1', 'Deployment')(acme)).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment' });
});
