import { Chart } from 'cdk8s';
import {
  ApplicationConfiguration, Component, ComponentParameter, ContainerProtocol, CronJobWorkload, DeploymentWorkload, IngressTrait, JobWorkload,
  ParameterValue, PodSecurity, StatefulSetWorkload, Workload,
} from '../../../../src';
import { findingsOf, kubernetesChart, objectsOf, only } from '../../../targets/kubernetes/support';
import { newChart } from '../../../support/app';
import { messageOf } from '../../../support/message';

// what overrides, the values of parameters and the name of the component bring about

const CONTAINER = { image: 'example/greet:1', resources: { limits: { cpu: '1', memory: '1Gi' } } };
const PORTS = [{ name: 'http', port: 8080 }];
const POD = 'spec.template.spec';

interface Bound {
  readonly name?: string;
  readonly parameters?: ComponentParameter[];
  readonly values?: ParameterValue[];
}

describe.each<[string, () => Chart]>([['an OAM platform', () => newChart()], ['Kubernetes', kubernetesChart]])('on %s', (_, chart) => {
  function findings(workload: Workload, { name = 'greet', parameters, values: parameterValues }: Bound = {}): string[] {
    const own = chart();
    new ApplicationConfiguration(own, 'hello').addComponent(new Component(own, name, { workload, parameters }), { parameterValues });
    return findingsOf(own).map(line => line.replace(/^\[[^\]]*\] /, ''));
  }

  const value = (fieldPath: string, given: string | number): Bound => ({
    parameters: [{ name: 'given', fieldPaths: [fieldPath] }], values: [{ name: 'given', value: given }],
  });

  test('overrides are kept to the Pod Security Standard', () => {
    const overrides = { spec: { template: { spec: { hostNetwork: true } } } };
    expect(findings(new DeploymentWorkload({ ...CONTAINER, podSecurity: PodSecurity.RESTRICTED, overrides }))).toEqual([
      `pod-security: 'workload.${POD}.hostNetwork' must be false, got true: the Pod Security Standard "restricted" allows nothing else; change it, or set another standard in 'podSecurity'`,
    ]);
  });

  test('values of parameters are too', () => {
    const workload = new DeploymentWorkload({ ...CONTAINER, podSecurity: PodSecurity.RESTRICTED, securityContext: { runAsUser: 1000 } });
    expect(findings(workload, value(`${POD}.containers[0].securityContext.runAsUser`, 0))).toEqual([
      `pod-security: 'workload.${POD}.containers[0].securityContext.runAsUser' must not be 0: the Pod Security Standard "restricted" forbids containers that run as root; give the user of the image, or leave it out`,
    ]);
  });

  test.each<[string, string, string | number]>([['number', 'containerPort', 8081], ['name', 'name', 'web']])('a parameter that changes the %s of a port leaves the Service behind', (what, field, given) => {
    const ports = what === 'number' ? [{ port: 8080 }] : PORTS;
    const target = what === 'number' ? '8080' : '"http"';
    expect(findings(new DeploymentWorkload({ ...CONTAINER, ports }), value(`${POD}.containers[0].ports[0].${field}`, given))).toEqual([
      `service-not-found: 'workload.service.spec.ports[0]' leads to port ${target}, which no container of the pods declares; change the port in 'ports', and not by overrides or parameters, or give the ports of the Service`,
    ]);
  });

  describe('a container in podSpec without an image', () => {
    const patched = (podSpec: object, more: object = {}) => new DeploymentWorkload({ ...CONTAINER, ...more, podSpec });
    const REMEDY = 'write that name to change the main one, or give the image';

    test.each<[string, object, object, string[]]>([
      ['changes the main one, by the name of the component', { containers: [{ name: 'greet', workingDir: '/srv' }] }, {}, []],
      ['changes the main one, by its own name', { containers: [{ name: 'server', workingDir: '/srv' }] }, { containerName: 'server' }, []],
      ['fails if its name resembles that', { containers: [{ name: 'gret', workingDir: '/srv' }] }, {},
        ["missing-field: 'workload.podSpec.containers[0].image' is required for a further container: \"gret\" is not the name of the main one, \"greet\"; did you mean \"greet\"?"]],
      ['fails if it has another name', { containers: [{ name: 'proxy', image: 'x' }, { name: 'greet' }, { name: 'main' }] }, { containerName: 'server' }, [
        `missing-field: 'workload.podSpec.containers[1].image' is required for a further container: "greet" is not the name of the main one, "server"; ${REMEDY}`,
        `missing-field: 'workload.podSpec.containers[2].image' is required for a further container: "main" is not the name of the main one, "server"; ${REMEDY}`,
      ]],
      ['fails if there is no main one', { containers: [{ name: 'greet' }] }, { image: undefined, resources: undefined },
        ["missing-field: 'workload.podSpec.containers[0].image' is required"]],
      ['fails among init containers', { initContainers: [{ name: 'greet-init' }] }, {}, ["missing-field: 'workload.podSpec.initContainers[0].image' is required"]],
      ['may get it by overrides', { containers: [{ name: 'proxy' }] }, { overrides: { spec: { template: { spec: { containers: [{ name: 'proxy', image: 'x' }] } } } } }, []],
    ])('%s', (__, podSpec, more, expected) => {
      expect(findings(patched(podSpec, more))).toEqual(expected);
    });

    test('may get it by a parameter', () => {
      expect(findings(patched({ containers: [{ name: 'proxy' }] }), value(`${POD}.containers[1].image`, 'x'))).toEqual([]);
    });
  });

  test('the ports of a Service that are given lead to names that are declared', () => {
    const service = { spec: { ports: [{ port: 80, targetPort: 'nope' as any }] } };
    expect(findings(new DeploymentWorkload({ ...CONTAINER, ports: PORTS, service }))).toEqual([
      "service-not-found: 'workload.service.spec.ports[0]' leads to port \"nope\", which no container of the pods declares; change the port in 'ports', and not by overrides or parameters, or give the ports of the Service",
    ]);
  });

  test('the name of the component is one for its Service', () => {
    expect(findings(new DeploymentWorkload({ ...CONTAINER, ports: PORTS }), { name: '1cart' })).toEqual(expect.arrayContaining([
      "invalid-name: 'workload.service.name' must be the name of a Service (lower-case letters, digits and '-', starting with a letter, at most 63 characters), got \"1cart\"",
    ]));
  });

  test('the name of the component is one for the kind', () => {
    const name = 'a'.repeat(53);
    expect(findings(new CronJobWorkload({ ...CONTAINER, schedule: '@daily' }), { name })).toEqual([
      expect.stringMatching(/^invalid-name: 'workload\.metadata\.name' must be .*52 characters.*, got "a{53}"/),
    ]);
  });
});

describe('fails when', () => {
  const sidecar = (ports: object[]) => ({ containers: [], initContainers: [{ name: 'side', image: 'example/side:1', restartPolicy: 'Always', ports }] as any });

  test.each<[string, () => Workload, string]>([
    [
      'two ports have one port of the Service', () => new DeploymentWorkload({ ...CONTAINER, ports: [{ name: 'a', port: 1, servicePort: 80 }, { name: 'b', port: 2, servicePort: 80 }] }),
      "[DeploymentWorkload of image 'example/greet:1'] duplicate-port: 'ports[1]' leads to port 80/TCP of the Service, as 'ports[0]' does; give one of them another servicePort",
    ],
    [
      'a sidecar has the port of the container too',
      () => new JobWorkload({ ...CONTAINER, ports: [{ name: 'metrics', port: 9090 }], podSpec: sidecar([{ name: 'metrics', containerPort: 9090 }]) }),
      "[JobWorkload of image 'example/greet:1'] duplicate-port: 'podSpec.initContainers[0].ports[0]' is port 9090 (TCP), which 'ports[0]' of the workload has already: the containers of a pod share its network; give each container its own port",
    ],
    [
      'no port of a Service is published',
      () => new DeploymentWorkload({ ...CONTAINER, ports: [{ name: 'metrics', port: 9090 }, { name: 'admin', port: 9901, published: false }], podSpec: sidecar([{ name: 'http', containerPort: 80 }]), service: { name: 'greet' } }),
      "[DeploymentWorkload of image 'example/greet:1'] missing-field: 'ports' must have a port that is published: the Service has neither ports for metrics nor those of sidecars; set 'published' to true, or leave 'service' out",
    ],
    [
      'it is said of a port without a Service that it is published', () => new JobWorkload({ ...CONTAINER, ports: [{ port: 8080, published: true }] }),
      "[JobWorkload of image 'example/greet:1'] invalid-value: 'ports[0].published' has no effect: no Service has the port; leave it out",
    ],
    [
      'a port that no Service has gets another number there', () => new DeploymentWorkload({ ...CONTAINER, ports: [{ name: 'admin', port: 9901, servicePort: 80, published: false }] }),
      "[DeploymentWorkload of image 'example/greet:1'] invalid-value: 'ports[0].servicePort' has no effect: no Service has the port; leave it out",
    ],
    [
      'a port for UDP has metrics', () => new JobWorkload({ ...CONTAINER, ports: [{ port: 8125, protocol: ContainerProtocol.UDP, metrics: {} }] }),
      "[JobWorkload of image 'example/greet:1'] invalid-value: 'ports[0].metrics' has no effect: metrics are collected over TCP; leave it out",
    ],
    [
      'the path of metrics has a query', () => new DeploymentWorkload({ ...CONTAINER, ports: [{ port: 8080, metrics: { path: '/metrics?a=b' } }] }),
      "[DeploymentWorkload of image 'example/greet:1'] invalid-path: 'ports[0].metrics.path' must be a path that starts with '/' and has no space, query or fragment, got \"/metrics?…\"; give the path alone, such as \"/metrics\"",
    ],
    [
      'a Service has no ports', () => new DeploymentWorkload({ ...CONTAINER, service: { name: 'greet' } }),
      "[DeploymentWorkload of image 'example/greet:1'] missing-field: 'ports' is required for the Service: no container declares a port; declare the ports, or leave 'service' out",
    ],
    [
      'a port of the Service is given without one', () => new JobWorkload({ ...CONTAINER, ports: [{ port: 8080, servicePort: 80 }] }),
      "[JobWorkload of image 'example/greet:1'] invalid-value: 'ports[0].servicePort' has no effect: no Service has the port; leave it out",
    ],
    [
      'a ServiceAccount that is not created has annotations', () => new DeploymentWorkload({ ...CONTAINER, serviceAccount: { name: 'greeter', annotations: { a: 'b' } } }),
      "[DeploymentWorkload of image 'example/greet:1'] invalid-value: 'serviceAccount.annotations' has no effect: only a ServiceAccount that is created gets annotations; set 'create' to true, or leave them out",
    ],
    [
      'two ServiceAccounts are given', () => new DeploymentWorkload({ ...CONTAINER, serviceAccount: { create: true }, podSpec: { containers: [], serviceAccountName: 'other' } }),
      "[DeploymentWorkload of image 'example/greet:1'] invalid-value: 'podSpec.serviceAccountName' cannot be set together with 'serviceAccount'; leave one of them out",
    ],
    [
      'pods of a Deployment should end', () => new DeploymentWorkload({ ...CONTAINER, podSpec: { containers: [], restartPolicy: 'OnFailure' } }),
      "[DeploymentWorkload of image 'example/greet:1'] invalid-value: 'podSpec.restartPolicy' must be one of Always, got \"OnFailure\"",
    ],
    [
      'those of a Job should not', () => new JobWorkload({ ...CONTAINER, podSpec: { containers: [], restartPolicy: 'Always' } }),
      "[JobWorkload of image 'example/greet:1'] invalid-value: 'podSpec.restartPolicy' must be one of Never, OnFailure, got \"Always\"",
    ],
    [
      'a mount has no path', () => new DeploymentWorkload({ ...CONTAINER, volumes: [{ name: 'data', emptyDir: {} }], volumeMounts: [{ name: 'data' } as any] }),
      "[DeploymentWorkload of image 'example/greet:1'] missing-field: 'volumeMounts[0].mountPath' is required",
    ],
    [
      'a key of a Secret is not named', () => new DeploymentWorkload({ ...CONTAINER, envSources: { A: { secretKeyRef: { name: 'a' } as any } } }),
      "[DeploymentWorkload of image 'example/greet:1'] missing-field: 'envSources.A.secretKeyRef.key' is required",
    ],
  ])('%s', (_, make, message) => {
    expect(messageOf(make)).toBe(message);
  });
});

test('a StatefulSet behind a load balancer has a Service with an address', () => {
  const chart = kubernetesChart();
  const workload = new StatefulSetWorkload({ ...CONTAINER, ports: PORTS, service: { spec: { type: 'LoadBalancer' } } });
  new IngressTrait(new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload })), 'ingress', { rules: [{}] });
  expect(only('Service', objectsOf(chart)).spec).toEqual({
    type: 'LoadBalancer', selector: { 'app.oam.dev/component': 'greet' }, ports: [{ name: 'http', port: 8080, targetPort: 'http' }],
  });
});

test('the port metrics is one over TCP', () => {
  expect(new DeploymentWorkload({ ...CONTAINER, ports: [{ name: 'metrics', port: 53, protocol: 'UDP' as any }] }).metricsDefaults).toBeUndefined();
});
