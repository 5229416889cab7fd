import { Chart } from 'cdk8s';
import { stringify } from 'yaml';
import { accepted, IMAGE, Mistake, NAME, Outcome, refused } from './mistake';
import { Platform } from '../../../../src';
import { includeManifests, readManifests, RefusedManifestsError, validateManifests } from '../../../../src/migration';

const LIVE = {
  apiVersion: 'core.oam.dev/v1alpha2',
  kind: 'ApplicationConfiguration',
  metadata: { name: 'hello' },
  spec: {
    components: [{
      componentName: NAME,
      dataOutputs: [{
        name: 'address',
        fieldPath: 'status.address',
        conditions: [{ op: 'eq', value: 'ready', valueFrom: { fieldPath: '' }, fieldPath: 'status.phase' }],
      }],
    }],
  },
};
const COMPONENT = {
  apiVersion: 'core.oam.dev/v1alpha2',
  kind: 'Component',
  metadata: { name: NAME },
  spec: { workload: { apiVersion: 'core.oam.dev/v1alpha2', kind: 'ContainerizedWorkload', spec: { containers: [{ name: 'main', image: IMAGE }] } } },
};

/** Takes in what `validate` has nothing against. */
function included(chart: Chart, text: string): void {
  const options = { platform: Platform.of(chart), defaultNamespace: chart.namespace };
  const manifests = readManifests(text, 'live.yaml');
  const errors = validateManifests(manifests, options).filter(({ isWarning }) => !isWarning);
  if (errors.length > 0) throw new RefusedManifestsError(errors);
  includeManifests(chart, manifests, options);
}

/** Manifests for an OAM platform, in which somebody changed an ApplicationConfiguration. */
const live = (title: string, change: (condition: any) => void, outcome: Outcome): Mistake => {
  const object = structuredClone(LIVE);
  change(object.spec.components[0].dataOutputs[0].conditions[0]);
  const text = `${stringify(COMPONENT)}---\n${stringify(object)}`;
  return {
    title,
    object,
    platform: 'oam',
    outcome,
    kinds: ['ApplicationConfiguration', 'Component'],
    programs: { validateManifests: (chart) => included(chart, text) },
  };
};

/** What is wrong in manifests for OAM platforms, or only seems so. */
export const IN_MANIFESTS: readonly Mistake[] = [
  live('a condition with a value and an empty source, as the OAM runtime writes it', () => {}, accepted('an empty source is none')),
  live('a condition with a value and a source', (condition) => { condition.valueFrom.fieldPath = 'status.other'; },
    refused('invalid-value', '<nil>: Invalid value: "": "spec.components[0].dataOutputs[0].conditions[0]" must not validate the schema (not)')),
  live('a condition with an invalid operator', (condition) => { condition.op = '=='; },
    refused('invalid-value', 'spec.components[0].dataOutputs[0].conditions[0].op: Unsupported value: "=="')),
  live('a condition with a value that is a number', (condition) => { condition.value = 1; },
    refused('invalid-type', '.spec.components[0].dataOutputs[0].conditions[0].value: expected string')),
  live('a condition with a typing error', (condition) => { condition.values = 'ready'; },
    refused('unknown-field', '.spec.components[0].dataOutputs[0].conditions[0].values: field not declared in schema')),
];
