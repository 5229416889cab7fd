import { Chart } from 'cdk8s';
import {
  ApplicationConfiguration, CoherenceWorkload, Component, ComponentBinding, CustomTrait, CustomWorkload, DisruptionBudgetTrait,
  DisruptionBudgetTraitProps, HelidonWorkload, KubernetesWorkload, ManualScalerTrait, UnhealthyPodEvictionPolicy, Workload,
} from '../../../src';
import { bindOn, findingsOf, judgedOf, kubernetesChart, listening, objectsOf } from '../../targets/kubernetes/support';
import { bind, newChart } from '../../support/app';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';

const ONE: DisruptionBudgetTraitProps = { maxUnavailable: 1 };
const LABELS = { app: 'cart' };
const CONTAINERS = [{ name: 'main', image: 'example/main:1', ports: [{ containerPort: 8080 }] }];
const LABELLED = { matchLabels: { 'app.oam.dev/name': 'hello', 'app.oam.dev/component': 'greet' } };

/** The workload `kind` of Kubernetes with pods of these labels. */
const plain = (kind: string, { labels = LABELS, apiVersion = 'apps/v1', ...spec }: any = {}) => new CustomWorkload({
  manifest: { apiVersion, kind, spec: { template: { metadata: { labels }, spec: { containers: CONTAINERS } }, ...spec } },
});

const helidon = new HelidonWorkload({ deployment: { name: 'greet', podSpec: { containers: CONTAINERS } } });

function budgetOf(binding: ComponentBinding, props: any = ONE): any {
  new DisruptionBudgetTrait(binding, 'budget', props);
  const found = objectsOf(binding).map(each => each.spec?.workload ?? each).filter(({ kind }) => kind === 'PodDisruptionBudget');
  expect(found).toHaveLength(1);
  return found[0];
}

const onKubernetes = (workload: Workload = listening()) => bindOn(kubernetesChart(), workload);
const scaled = (binding: ComponentBinding, replicaCount: number) => {
  new ManualScalerTrait(binding, 'scaler', { replicaCount });
  return binding;
};

describe('goldens', () => {
  const ALL: DisruptionBudgetTraitProps = {
    metadata: { name: 'greet-budget', labels: { team: 'greeters' }, annotations: { owner: 'shop' } },
    minAvailable: '50%',
    unhealthyPodEvictionPolicy: UnhealthyPodEvictionPolicy.ALWAYS_ALLOW,
  };

  test.each<[string, () => ComponentBinding]>([
    ['kubernetes-disruption-budget', onKubernetes], ['disruption-budget-trait', () => bind(undefined, {}, newChart())],
  ])('%s', (golden, on) => {
    const binding = scaled(on(), 3);
    new DisruptionBudgetTrait(binding, 'budget', ALL);
    expectGolden(golden, objectsOf(binding));
  });
});

describe('the budget', () => {
  test.each<[string, ComponentBinding]>([['Kubernetes', onKubernetes()], ['an OAM platform', bind(undefined, {}, newChart())]])('on %s is called as the component', (_, binding) => {
    expect(budgetOf(binding)).toMatchObject({
      apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'greet' }, spec: { maxUnavailable: 1, selector: LABELLED },
    });
  });

  test.each<[string, any]>([['null', { metadata: { name: null } }], ['null by an override', { overrides: { metadata: { name: null } } }]])('has its name if that is %s', (_, props) => {
    for (const binding of [onKubernetes(), bind()]) expect(budgetOf(binding, { ...ONE, ...props }).metadata.name).toBe('greet');
  });

  test('has what overrides add beside its spec', () => {
    const status = { currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 0, expectedPods: 1 };
    expect(budgetOf(bind(), { ...ONE, overrides: { status } }).status).toEqual(status);
  });

  test('is what the construct says that it is', () => {
    const { apiVersion, kind, traitName } = new DisruptionBudgetTrait(onKubernetes(), 'budget', ONE);
    expect([apiVersion, kind, traitName]).toEqual(['policy/v1', 'PodDisruptionBudget', 'greet']);
  });

  test.each<[string, DisruptionBudgetTraitProps, object]>([
    ['a number', { minAvailable: 2 }, { minAvailable: 2 }],
    ['a percentage', { maxUnavailable: '25%' }, { maxUnavailable: '25%' }],
    ['what overrides say', { overrides: { spec: { minAvailable: '10%', selector: { matchLabels: LABELS } } } }, { minAvailable: '10%', selector: { matchLabels: LABELS } }],
  ])('has %s', (_, props, spec) => {
    expect(budgetOf(scaled(onKubernetes(), 3), props).spec).toEqual({ selector: LABELLED, ...spec });
  });

  test('is a component beside that of the workload, bound behind it', () => {
    const chart = newChart();
    const application = new ApplicationConfiguration(chart, 'hello');
    const name = 'a'.repeat(60);
    for (const each of [name, 'other']) {
      new DisruptionBudgetTrait(application.addComponent(new Component(chart, each, { workload: listening() })), 'budget', ONE);
    }
    const [app, ...others] = objectsOf(chart).sort((a, b) => a.kind < b.kind ? -1 : 1);
    const besides = others.filter(({ spec }) => spec.workload.kind === 'PodDisruptionBudget').map(({ metadata }) => metadata.name);
    expect(besides).toEqual([expect.stringMatching(/^a{54}-[0-9a-f]{8}$/), 'other-disruption-budget']);
    expect(app.spec.components.map((each: any) => each.componentName)).toEqual([name, besides[0], 'other', besides[1]]);
  });
});

const JOB = new CustomWorkload({
  manifest: { apiVersion: 'batch/v1', kind: 'Job', spec: { template: { metadata: { labels: LABELS }, spec: { restartPolicy: 'Never', containers: CONTAINERS } } } },
});

describe('on an OAM platform, it selects the pods of', () => {
  test.each<[string, Workload, object]>([
    ['a HelidonWorkload', helidon, LABELLED],
    ['a Deployment, by its selector', plain('Deployment', { selector: { matchLabels: LABELS } }), { matchLabels: LABELS }],
    ['a StatefulSet, by its expressions', plain('StatefulSet', { selector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } }),
      { matchExpressions: [{ key: 'app', operator: 'Exists' }] }],
    ['a Job, which has no selector, by their labels', JOB, { matchLabels: LABELS }],
    ['a Pod, by its labels', new CustomWorkload({ manifest: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: LABELS }, spec: { containers: CONTAINERS } } }), { matchLabels: LABELS }],
  ])('%s', (_, workload, selector) => {
    expect(budgetOf(bind(workload, {}, newChart()), { minAvailable: 0 }).spec.selector).toEqual(selector);
  });
});

describe('fails when', () => {
  const SHARE = 'must be a number of pods, or a percentage of them from 0% to 100%';
  const WRITE = "write 1 or '25%'";

  test.each<[string, any, string]>([
    ['it says nothing', {}, 'invalid-value: must have exactly one of minAvailable, maxUnavailable, and has none'],
    ['it says both', { minAvailable: 1, maxUnavailable: 1 }, 'invalid-value: must have exactly one of minAvailable, maxUnavailable, and has minAvailable and maxUnavailable'],
    ['the number is negative', { minAvailable: -1 }, `invalid-value: 'minAvailable' ${SHARE}, got -1; ${WRITE}`],
    ['the percentage is more than all', { minAvailable: '101%' }, `invalid-value: 'minAvailable' ${SHARE}, got "101%"; ${WRITE}`],
    ['the percentage is no whole number', { maxUnavailable: '12.5%' }, `invalid-value: 'maxUnavailable' ${SHARE}, got "12.5%"; ${WRITE}`],
    ['a property is none', { maxUnavailable: 1, maxUnavailible: 2 }, 'unknown-field: \'maxUnavailible\' is an unknown field; expected one of metadata, overrides, minAvailable, maxUnavailable, unhealthyPodEvictionPolicy; did you mean "maxUnavailable"?'],
    ['it asks for data, which an object has none of', { ...ONE, dataInputs: [] }, 'unknown-field: \'dataInputs\' is an unknown field; expected one of metadata, overrides, minAvailable, maxUnavailable, unhealthyPodEvictionPolicy; leave it out, or check its spelling'],
  ])('%s', (_, props, message) => {
    for (const binding of [onKubernetes(), bind()]) expect(messageOf(() => new DisruptionBudgetTrait(binding, 'budget', props))).toBe(`[c/hello/greet/budget] ${message}`);
  });

  const told = (binding: ComponentBinding, props: any = ONE) => {
    new DisruptionBudgetTrait(binding, 'budget', props);
    return findingsOf(binding);
  };
  /** What rules say of the objects on Kubernetes. */
  const judged = (binding: ComponentBinding, props: any) => {
    new DisruptionBudgetTrait(binding, 'budget', props);
    return judgedOf(binding);
  };
  const at = 'warning PodDisruptionBudget no-eviction: ';
  const NEVER = 'allows no pod to be evicted, so that no node with such a pod can be drained; let at least one be evicted, such as by maxUnavailable: 1';
  const kept = (share: string, replicas: number) => `${at}'spec.minAvailable' keeps ${share} of ${replicas} pods, so that none can be evicted, and no node with such a pod can be drained; `
    + 'run more pods, or use maxUnavailable: 1';

  test.each<[string, any, string[]]>([
    ['none may be missing', { maxUnavailable: 0 }, [`${at}'spec.maxUnavailable' ${NEVER}`]],
    ['no percentage may be missing', { maxUnavailable: '0%' }, [`${at}'spec.maxUnavailable' ${NEVER}`]],
    ['none may be missing, with a zero more', { maxUnavailable: '00%' }, [`${at}'spec.maxUnavailable' ${NEVER}`]],
    ['all must stay', { minAvailable: '100%' }, [`${at}'spec.minAvailable' ${NEVER}`]],
    ['the only one must stay', { minAvailable: 1 }, [kept('1', 1)]],
    ['a percentage of the only one must stay', { minAvailable: '1%' }, [kept('"1%"', 1)]],
  ])('%s', (_, props, findings) => {
    const all = [onKubernetes(), onKubernetes(helidon), onKubernetes(plain('StatefulSet', { selector: { matchLabels: LABELS } }))];
    for (const binding of all) expect(judged(binding, props)).toEqual(findings);
  });

  test.each<[string, (replicas: number) => ComponentBinding]>([
    ['a ManualScalerTrait on Kubernetes', count => scaled(onKubernetes(), count)],
    ['the workload on Kubernetes', replicas => onKubernetes(plain('StatefulSet', { replicas, serviceName: 'a', selector: { matchLabels: LABELS } }))],
    ['a Deployment on Kubernetes', replicas => onKubernetes(plain('Deployment', { replicas, selector: { matchLabels: LABELS } }))],
  ])('as many must stay as %s runs', (_, on) => {
    expect(judged(on(3), { minAvailable: 3 })).toEqual([kept('3', 3)]);
    expect(judged(on(3), { minAvailable: '67%' })).toEqual([kept('"67%"', 3)]);
    const enough: [number, DisruptionBudgetTraitProps][] = [
      [3, { minAvailable: 2 }], [3, { minAvailable: '66%' }], [0, { minAvailable: 1 }],
    ];
    for (const [replicas, props] of enough) {
      expect(judged(on(replicas), props)).toEqual([]);
    }
  });

  test('of an operator\'s pods the number is not known', () => {
    expect(judged(onKubernetes(new CoherenceWorkload({ template: { name: 'cache', spec: {} } })), { minAvailable: 1 })).toEqual([]);
  });

  test.each<[string, () => ComponentBinding, string]>([
    ['the workload has no pods on Kubernetes', () => onKubernetes(KubernetesWorkload.configMap({ data: { a: 'b' } })),
      'is on a ConfigMap, which has no pods; put the trait on the component whose workload runs the pods'],
    ['the workload has no pods on an OAM platform', () => bind(KubernetesWorkload.configMap({ data: { a: 'b' } })),
      'is on a ConfigMap, which has no pods; put the trait on the component whose workload runs the pods'],
    ['the pods have no labels', () => bind(plain('Job', { apiVersion: 'batch/v1', labels: {} })),
      'is on a Job whose pods have no labels; give the pods labels, and the workload a selector of them'],
    ['the component is not declared here', () => {
      const chart = newChart();
      return new ApplicationConfiguration(chart, 'hello').addComponent(Component.fromComponentName(chart, 'elsewhere', 'greet'));
    }, 'is on component "greet", which is not declared here, so that the labels of its pods are not known; declare the component here, or write the object by CustomObject'],
  ])('%s', (_, on, problem) => {
    expect(told(on())).toEqual([`[c/hello/greet/budget] no-pods: ${problem}`]);
  });

  test('the component has one already of the same name', () => {
    for (const binding of [onKubernetes(), bind()]) {
      new DisruptionBudgetTrait(binding, 'budget', ONE);
      expect(messageOf(() => new DisruptionBudgetTrait(binding, 'again', ONE))).toBe('[c/hello/greet/again] duplicate-trait: is a second PodDisruptionBudget named "greet" '
        + 'beside \'c/hello/greet/budget\'; merge them, or give each its own \'metadata.name\'');
    }
  });

  test('the component has one already of another name', () => {
    const binding = scaled(onKubernetes(), 2);
    new DisruptionBudgetTrait(binding, 'other', { ...ONE, metadata: { name: 'other' } });
    expect(judged(binding, ONE)).toEqual([`${at}'spec.selector' selects pods of PodDisruptionBudget ns/other too, and Kubernetes evicts no pod of two budgets; merge them`]);
  });

  test.each<[string, Workload, string]>([
    ['DaemonSet', plain('DaemonSet', { selector: { matchLabels: LABELS } }), 'DaemonSet'],
    ['Job', JOB, 'Job'],
    ['Pod', new CustomWorkload({ manifest: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: LABELS }, spec: { containers: CONTAINERS } } }), 'Pod'],
  ])('it counts what a %s does not say: how many pods there should be', (_, workload, kind) => {
    const unscaled = (field: string) => [`${at}'spec.${field}' is counted against a number of pods that a ${kind} does not have, so that Kubernetes allows no pod to be evicted; `
      + 'give minAvailable as a number of pods'];
    expect(judged(onKubernetes(workload), ONE)).toEqual(unscaled('maxUnavailable'));
    expect(judged(onKubernetes(workload), { minAvailable: '50%' })).toEqual(unscaled('minAvailable'));
    expect(judged(onKubernetes(workload), { minAvailable: 1 })).toEqual(kind === 'Pod' ? [kept('1', 1)] : []);
  });

  test('an autoscaler runs the pods, their number is not known', () => {
    for (const binding of [onKubernetes(), bind()]) {
      new CustomTrait(binding, 'scaler', {
        manifest: {
          apiVersion: 'autoscaling/v2',
          kind: 'HorizontalPodAutoscaler',
          metadata: { name: 'greet' },
          spec: { minReplicas: 2, maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'greet' } },
        },
      });
      expect(told(binding, { minAvailable: 1 })).toEqual([]);
    }
  });

  test.each<[string, any]>([['a string', 'x'], ['a number', 3], ['a list of 0', []], ['true', true]])('it is given %s', (value, props) => {
    expect(messageOf(() => new DisruptionBudgetTrait(bind(), 'budget', props)).split('\n')[0]).toBe(
      `[c/hello/greet/budget] invalid-type: must be an object, got ${value}`);
  });

  test('a second application binds the component, unless its budget has another name', () => {
    const { component, application: { node: { scope } } } = bind();
    const [first, second] = ['one', 'two'].map(id => new ApplicationConfiguration(scope as Chart, id).addComponent(component));
    new DisruptionBudgetTrait(first, 'budget', ONE);
    new DisruptionBudgetTrait(second, 'budget', { ...ONE, metadata: { name: 'second' } });
    expect(findingsOf(component).filter(each => each.includes('budget'))).toEqual([]);
  });

  test('another component has the name of that of the budget', () => {
    const binding = bind();
    new DisruptionBudgetTrait(binding, 'budget', ONE);
    const application = binding.application as ApplicationConfiguration;
    application.addComponent(new Component(application.node.scope as Chart, 'greet-disruption-budget', { workload: listening() }));
    expect(findingsOf(binding)).toEqual(['[c/greet-disruption-budget] duplicate-object: Component "greet-disruption-budget" in namespace "ns" is also made by '
      + '\'c/hello/greet/budget\'; rename one of them, or put it into another namespace']);
  });
});
