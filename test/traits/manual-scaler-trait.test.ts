import { ManualScalerTrait } from '../../src';
import { bind, renderedTraits } from '../support/app';
import { messageOf } from '../support/message';

const scaler = (props: any) => new ManualScalerTrait(bind(), 'scaler', props);

test.each([0, 1, 2 ** 31 - 1])('writes %i replicas', replicaCount => {
  expect(renderedTraits(scaler({ replicaCount }).binding)[0]).toEqual({ apiVersion: 'core.oam.dev/v1alpha2', kind: 'ManualScalerTrait', spec: { replicaCount } });
});

const WHOLE = "invalid-value: 'replicaCount' must be an integer from 0 to 2147483647";

test.each<[string, any, string]>([
  ['there is no count', {}, "missing-field: 'replicaCount' is required"],
  ['the count is negative', { replicaCount: -1 }, `${WHOLE}, got -1`],
  ['the count is a fraction', { replicaCount: 1.5 }, `${WHOLE}, got 1.5`],
  ['the count is too large', { replicaCount: 2 ** 31 }, `${WHOLE}, got 2147483648`],
  ['the count is a text', { replicaCount: '2' }, `${WHOLE}, got "2"`],
  ['the count is infinite', { replicaCount: Infinity }, "not-plain: 'replicaCount' must be a finite number, got Infinity; leave it out, or give it as a string"],
])('fails when %s', (_, props, message) => {
  expect(messageOf(() => scaler(props))).toBe(`[c/hello/greet/scaler] ${message}`);
});
