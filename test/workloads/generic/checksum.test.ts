import { createHash } from 'node:crypto';
import { Chart } from 'cdk8s';
import { ApplicationConfiguration, Component, ComponentBinding, ComponentParameter, DeploymentWorkload, KubernetesWorkload, ParameterValue } from '../../../src';
import { findingsOf, kubernetesChart, objectsOf } from '../../kubernetes/support';
import { newChart, rendered } from '../../support/app';

const CONTAINER = { image: 'example/greet:1', resources: { limits: { cpu: '1', memory: '1Gi' } } };
const MOUNTED = {
  volumes: [{ name: 'config', configMap: { name: 'greet-config' } }], volumeMounts: [{ name: 'config', mountPath: '/etc/greet' }],
};

interface Shown {
  readonly data?: Record<string, string>;
  readonly parameters?: ComponentParameter[];
  readonly values?: ParameterValue[];
}

function declare(chart: Chart, props: any, { data = { greeting: 'Hello' }, parameters, values: parameterValues }: Shown = {}): ComponentBinding {
  const application = new ApplicationConfiguration(chart, 'hello');
  const binding = application.addComponent(new Component(chart, 'greet', { workload: new DeploymentWorkload({ ...CONTAINER, ...props }) }));
  const config = new Component(chart, 'greet-config', { workload: KubernetesWorkload.configMap({ data }), parameters });
  application.addComponent(config, { parameterValues });
  return binding;
}

const annotationsOf = (objects: readonly any[]) => {
  const found = objects.map(each => each.spec?.workload ?? each).find(({ kind }) => kind === 'Deployment');
  return found.spec.template.metadata.annotations;
};

const hashOf = (...maps: [string, object][]) => createHash('sha256').update(JSON.stringify(maps)).digest('hex');

const PLATFORMS: [string, () => Chart, (chart: Chart) => any[]][] = [['Kubernetes', kubernetesChart, objectsOf], ['an OAM platform', () => newChart(), rendered]];

describe.each(PLATFORMS)('on %s', (_, chart, objects) => {
  const annotated = (props: any, shown?: Shown) => {
    const own = chart();
    declare(own, props, shown);
    return annotationsOf(objects(own));
  };

  test.each<[string, object]>([
    ['mount it', MOUNTED],
    ['mount it among others', { volumes: [{ name: 'all', projected: { sources: [{ configMap: { name: 'greet-config' } }] } }], podSpec: { containers: [] } }],
    ['take a variable from it', { envSources: { GREETING: { configMapKeyRef: { name: 'greet-config', key: 'greeting' } } } }],
    ['take all variables from it', { podSpec: { containers: [{ name: 'x', image: 'example/x:1', envFrom: [{ configMapRef: { name: 'greet-config' } }] }] } }],
  ])('pods that %s have its checksum', (__, props) => {
    expect(annotated({ ...props, followsConfigMaps: true, podAnnotations: { owner: 'greeters' } }))
      .toEqual({ 'owner': 'greeters', 'checksum/config': hashOf(['greet-config', { data: { greeting: 'Hello' } }]) });
  });

  test('other contents give another checksum, and the values of parameters count', () => {
    const props = { ...MOUNTED, followsConfigMaps: true };
    const parameters = [{ name: 'greeting', fieldPaths: ['data.greeting'] }];
    const other = annotated(props, { data: { greeting: 'Hi' } });

    expect(other).not.toEqual(annotated(props));
    expect(annotated(props, { parameters, values: [{ name: 'greeting', value: 'Hi' }] })).toEqual(other);
  });

  test('pods have none unless they should', () => {
    expect(annotated(MOUNTED)).toBeUndefined();
  });

  test('fails when the pods use none of the application, but a Secret', () => {
    const own = chart();
    declare(own, { volumes: [{ name: 'secret', secret: { secretName: 'greet-config' } }, { name: 'other', configMap: { name: 'other' } }], followsConfigMaps: true });

    expect(findingsOf(own)).toEqual([
      "[c/hello/greet] no-config-map: 'workload.followsConfigMaps' has no effect: the pods use no ConfigMap that is a component of application \"hello\"; bind a component with the ConfigMap, or leave it out",
    ]);
  });
});
