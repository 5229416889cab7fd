import { Chart, App } from 'cdk8s';
import {
  ApplicationConfiguration, Component, ComponentBinding, CronJobWorkload, DaemonSetWorkload, DeploymentWorkload, IngressTrait, JobWorkload,
  ManualScalerTrait, MetricsTrait, PodSecurity, StatefulSetWorkload, Workload,
} from '../../../../src';
import { findingsOf, kubernetesChart, objectsOf, only } from '../../../targets/kubernetes/support';
import { newChart, rendered } from '../../../support/app';
import { messageOf } from '../../../support/message';

const image = 'example/greet:1';
const resources = { requests: { cpu: '100m', memory: '64Mi' } };
const claim = (name: string) => ({ metadata: { name }, spec: { accessModes: ['ReadWriteOnce'] } });
const http = [{ name: 'http', port: 8080 }];
const rules = [{ hosts: ['greet.example.com'] }];

const deployment = (props: any = {}) => new DeploymentWorkload({ image, resources, ...props });

function bind(chart: Chart, workload: Workload): ComponentBinding {
  return new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload }));
}

describe('fails when', () => {
  test.each<[string, any, string[]]>([
    ['there is no image', { image: undefined }, ["missing-field: 'image' is required; give the image of the container, or list the containers in 'podSpec'"]],
    [
      'there is a port without an image, beside containers',
      { image: undefined, resources: undefined, ports: http, podSpec: { containers: [{ name: 'main', image }] } },
      ["missing-field: 'image' is required; give the image of the container, or list the containers in 'podSpec'"],
    ],
    ['the image has a space around it', { image: ' greet' }, ["invalid-value: 'image' must be a reference to an image, such as \"ghcr.io/acme/cart:1.4.2\", got \" greet\"; write the path in lower case, without scheme and spaces, and then one tag of letters, digits, \"_\", \".\" and \"-\", or a whole digest"]],
    [
      'a property is misspelt', { ports: [{ port: 80, nmae: 'http' }] },
      ["unknown-field: 'ports[0].nmae' is an unknown field; expected one of port, name, metrics, published, servicePort, protocol; did you mean \"name\"?"],
    ],
    ['a field of pods is beside the properties', { tolerations: [] }, ["unknown-field: 'tolerations' belongs to the pods; write it into podSpec: { tolerations }"]],
    [
      'a field of containers is beside the properties', { workingDir: '/srv' },
      ["unknown-field: 'workingDir' belongs to a container; write it into podSpec: { containers: [{ name, workingDir }] }, with the name of the component"],
    ],
    [
      'fields have the names of Kubernetes', { readinessProbe: {}, ports: [{ port: 80, containerPort: 80 }] },
      ["unknown-field: 'readinessProbe' is 'probes.readiness' here; write probes.readiness", "unknown-field: 'ports[0].containerPort' is 'port' here; write port"],
    ],
    [
      'no node has the resource', { resources: { requests: { memmory: '1Gi', shares: '1' } }, podSpec: { containers: [{ name: 'x', image, resources: { limits: { cpus: '1' } } }] } },
      [
        "unknown-field: 'resources.requests.memmory' is an unknown resource; expected cpu, memory, ephemeral-storage, hugepages-<size>, or a name with a domain, such as nvidia.com/gpu; did you mean \"memory\"?",
        "unknown-field: 'resources.requests.shares' is an unknown resource; expected cpu, memory, ephemeral-storage, hugepages-<size>, or a name with a domain, such as nvidia.com/gpu; leave it out, or check its spelling",
        "unknown-field: 'podSpec.containers[0].resources.limits.cpus' is an unknown resource; expected cpu, memory, ephemeral-storage, hugepages-<size>, or a name with a domain, such as nvidia.com/gpu; did you mean \"cpu\"?",
      ],
    ],
    [
      'ports are none', { ports: [{ port: 0 }, { name: 'UPPER', port: 1 }] },
      [
        "invalid-port: 'ports[0].port' must be an integer from 1 to 65535, got 0",
        "invalid-value: 'ports[1].name' must be the name of a port (lower-case letters, digits and '-', a letter among them, at most 15 characters), got \"UPPER\"",
      ],
    ],
    [
      'several ports have no names', { ports: [{ port: 80 }, { port: 81 }] },
      ["missing-field: 'ports[0].name' is required; give each of several ports a name", "missing-field: 'ports[1].name' is required; give each of several ports a name"],
    ],
    [
      'a port stands twice', { ports: [{ port: 80, name: 'a' }, { port: 80, name: 'b' }] },
      ["duplicate-name: 'ports[1]' has the same port \"80/TCP\" as element 0; give each its own port"],
    ],
    [
      'two containers have one port', { ports: http, podSpec: { containers: [{ name: 'x', image, ports: [{ name: 'b', containerPort: 8080 }] }] } },
      ["duplicate-port: 'podSpec.containers[0].ports[0]' is port 8080 (TCP), which 'ports[0]' of the workload has already: the containers of a pod share its network; give each container its own port"],
    ],
    [
      'two ports of the container have one name', { ports: [...http, { name: 'http', port: 81 }] },
      ["duplicate-name: 'ports[1]' has the same name \"http\" as element 0; give each its own name"],
    ],
    [
      'variables are none', { env: { 'A=B': 'x', 'B': 5 }, envSources: { C: {}, D: { secretKeyRef: { name: 'hunter 2', key: 'x' } } } },
      [
        "invalid-value: 'env' must be the name of a variable (printable ASCII characters without '='), got \"A=…\"",
        "invalid-type: 'env.B' must be a string, got a number; put it in quotes",
        "invalid-value: 'envSources.C' must have exactly one of secretKeyRef, configMapKeyRef, fieldRef, resourceFieldRef, and has none",
        "invalid-name: 'envSources.D.secretKeyRef.name' must be the name of a secret (a DNS-1123 subdomain); the value is not shown; give the name of the secret, never its value",
      ],
    ],
    ['a variable has two sources', { envSources: { A: { secretKeyRef: { name: 'a', key: 'x' }, fieldRef: {} } } }, [
      "invalid-value: 'envSources.A' must have exactly one of secretKeyRef, configMapKeyRef, fieldRef, resourceFieldRef, and has secretKeyRef and fieldRef",
    ]],
    ['a variable has a value and a source', { env: { A: 'x' }, envSources: { A: { secretKeyRef: { name: 'a', key: 'x' } } } }, [
      "duplicate-name: 'envSources.A' repeats a variable of 'env'; give each variable once",
    ]],
    ['a source is a password', { envSources: { A: 'hunter2' } }, ["invalid-type: 'envSources.A' must be an object, got a string"]],
    ['variables are a string', { env: 'PASSWORD=hunter2' }, ["invalid-type: 'env' must be a map, got a string"]],
    ['an amount is none', { resources: { requests: { cpu: 1, memory: '64MB' } } }, [
      "invalid-value: 'resources.requests.cpu' must be a quantity in quotes, such as \"500m\", \"1\" or \"256Mi\", got 1",
      "invalid-value: 'resources.requests.memory' must be a quantity such as \"500m\", \"1\" or \"256Mi\", got \"64MB\"",
    ]],
    ['a probe asks nothing', { probes: { readiness: {} } }, ["invalid-value: 'probes.readiness' must have exactly one of exec, grpc, httpGet, tcpSocket, and has none"]],
    ['a container mounts a volume that is not there', { volumeMounts: [{ name: 'data', mountPath: '/d' }] }, [
      "dangling-volume: 'volumeMounts[0].name' is \"data\", and the pod has no volume of this name; declare it in 'volumes'",
    ]],
    ['probes are none', {
      probes: {
        liveness: { grpc: {}, successThreshold: 2 }, readiness: { httpGet: { port: 'HTTP', scheme: 'https' } }, startup: { tcpSocket: { port: 0 }, grpc: { port: 1 } },
      },
      lifecycle: { preStop: { sleep: { seconds: 0 } }, postStart: {} },
    }, [
      "missing-field: 'probes.liveness.grpc.port' is required",
      "invalid-value: 'probes.liveness.successThreshold' must be 1 for all but readiness, got 2; leave it out",
      "invalid-value: 'probes.readiness.httpGet.port' must be the name of a port (lower-case letters, digits and '-', a letter among them, at most 15 characters), got \"HTTP\"",
      "invalid-value: 'probes.readiness.httpGet.scheme' must be one of HTTP, HTTPS, got \"https\"; did you mean \"HTTPS\"?",
      "invalid-port: 'probes.startup.tcpSocket.port' must be an integer from 1 to 65535, got 0",
      "invalid-value: 'probes.startup' must have exactly one of exec, grpc, httpGet, tcpSocket, and has grpc and tcpSocket",
      "invalid-value: 'lifecycle.postStart' must have exactly one of exec, httpGet, sleep, and has none",
      "invalid-value: 'lifecycle.preStop.sleep.seconds' must be an integer from 1 to 2147483647, got 0",
    ]],
    ['a source of variables is none', { envFrom: [{}, { secretRef: { name: 'hunter 2' } }, { configMapRef: {} }] }, [
      "invalid-value: 'envFrom[0]' must have exactly one of configMapRef, secretRef, and has none",
      "invalid-name: 'envFrom[1].secretRef.name' must be the name of a secret (a DNS-1123 subdomain); the value is not shown; give the name of the secret, never its value",
      "missing-field: 'envFrom[2].configMapRef.name' is required",
    ]],
    ['pods spread over nothing', { spread: [{ maxSkew: 0 } as any] }, [
      "missing-field: 'spread[0].topologyKey' is required", "invalid-value: 'spread[0].maxSkew' must be an integer from 1 to 2147483647, got 0",
    ]],
    ['pods spread twice over one thing', { spread: [{ topologyKey: 'zone' }, { topologyKey: 'zone', maxSkew: 2 }] }, [
      "duplicate-name: 'spread[1]' has the same topologyKey \"zone/ScheduleAnyway\" as element 0; give each its own topologyKey",
    ]],
    ['a value is given twice', {
      containerName: 'main',
      imagePullPolicy: 'Always',
      priorityClassName: 'high',
      terminationGracePeriodSeconds: 60,
      podSpec: { priorityClassName: 'low', terminationGracePeriodSeconds: 0, containers: [{ name: 'x', image }, { name: 'main', imagePullPolicy: 'Never' }] },
    }, [
      "invalid-value: 'podSpec.priorityClassName' cannot be set together with 'priorityClassName'; leave one of them out",
      "invalid-value: 'podSpec.terminationGracePeriodSeconds' cannot be set together with 'terminationGracePeriodSeconds'; leave one of them out",
      "invalid-value: 'podSpec.containers[1].imagePullPolicy' cannot be set together with 'imagePullPolicy' of the main container; leave one of them out, or give a further container its own name",
    ]],
    ['fields of Kubernetes are taken for properties', { readinessProbe: {}, nodeSelector: {}, initContainers: [] } as object, [
      "unknown-field: 'readinessProbe' is 'probes.readiness' here; write probes.readiness",
      "unknown-field: 'nodeSelector' belongs to the pods; write it into podSpec: { nodeSelector }",
      "unknown-field: 'initContainers' belongs to the pods; write it into podSpec: { initContainers }",
    ]],
    ['a patch would delete', {
      containerName: 'main',
      ports: http,
      terminationGracePeriodSeconds: 60,
      podSpec: {
        hostNetwork: null, terminationGracePeriodSeconds: null, containers: [{ name: 'x', image, ports: null }, { name: 'main', ports: null }],
      } as object,
    }, [
      "invalid-type: 'podSpec.terminationGracePeriodSeconds' must not be null; leave the field out",
      "invalid-type: 'podSpec.containers[1].ports' must not be null; leave the field out",
    ]],
    ['a patch and a property contradict each other', {
      env: { A: 'x' },
      volumes: [{ name: 'data', emptyDir: {} }],
      podSpec: { containers: [{ name: 'main', env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }] }], volumes: [{ name: 'data', configMap: { name: 'x' } }] },
    }, [
      "invalid-value: 'podSpec.volumes[0]' must have exactly one of emptyDir, configMap, and has emptyDir and configMap",
      "invalid-value: 'podSpec.containers[0].env[0].valueFrom' cannot be set together with 'value'; leave one of them out",
    ]],
    ['a patch is wrong in itself', {
      ports: http,
      podSpec: {
        containers: [{ name: 'x', image }, { name: 'main', ports: [{ containerPort: 8080, name: 'UPPER' }, { containerPort: 9090 }], volumeMounts: [{ name: 'gone', mountPath: '/x' }] }],
        initContainers: [{ name: 'y', image, volumeMounts: [{ name: 'gone', mountPath: '/x' }] }],
      },
    }, [
      "invalid-value: 'podSpec.containers[1].ports[0].name' must be the name of a port (lower-case letters, digits and '-', a letter among them, at most 15 characters), got \"UPPER\"",
      "dangling-volume: 'podSpec.containers[1].volumeMounts[0].name' is \"gone\", and the pod has no volume of this name; declare it in 'volumes'",
      "dangling-volume: 'podSpec.initContainers[0].volumeMounts[0].name' is \"gone\", and the pod has no volume of this name; declare it in 'volumes'",
    ]],
    ['a patch has the main container twice', { podSpec: { containers: [{ name: 'x', image }, { name: 'main' }, { name: 'main' }] } }, [
      "duplicate-name: 'podSpec.containers[2]' has the same name \"main\" as element 1; give each its own name",
    ]],
    ['two volumes have one name', { volumes: [{ name: 'b', emptyDir: {} }], podSpec: { volumes: [{ name: 'a', emptyDir: {} }, { name: 'a', emptyDir: {} }] } }, [
      "duplicate-name: 'podSpec.volumes[1]' has the same name \"a\" as element 0; give each its own name",
    ]],
    ['two further containers have one name', { podSpec: { containers: [{ name: 'x' }, { name: 'x' }] } }, [
      "duplicate-name: 'podSpec.containers[1]' has the same name \"x\" as element 0; give each its own name",
    ]],
    ['the label that selects is set', { podLabels: { 'app.oam.dev/component': 'x' } }, [
      "reserved-label: 'podLabels['app.oam.dev/component']' must not be set: it is the label by which the pods are selected; leave it out",
    ]],
    ['a ServiceAccount is neither named nor created', { serviceAccount: {} }, [
      "missing-field: 'serviceAccount.name' is required; name the ServiceAccount, or set 'create' to true",
    ]],
    ['overrides are of another type', { overrides: { kind: 'Pod' } }, [
      "invalid-value: 'overrides.kind' must not be overridden; use CustomWorkload or CustomTrait for another type",
    ]],
  ])('%s', (_, props, findings) => {
    const [only_] = findings;
    const isWithoutImage = 'image' in props && !props.podSpec;
    const subject = isWithoutImage ? '[DeploymentWorkload]' : "[DeploymentWorkload of image 'example/greet:1']";
    expect(messageOf(() => deployment(props))).toBe(findings.length === 1
      ? `${subject} ${only_}`
      : `${subject} ${findings.length} findings:\n  ${findings.join('\n  ')}`);
  });

  test.each<[string, () => Workload, string]>([
    [
      'no container mounts a claim', () => new StatefulSetWorkload({ image, volumeClaimTemplates: [claim('data')] }),
      "[StatefulSetWorkload of image 'example/greet:1'] unmounted-claim: 'volumeClaimTemplates[0]' claims volume \"data\", which no container mounts; mount it in 'volumeMounts', or leave it out",
    ],
    [
      'a claim has no name', () => new StatefulSetWorkload({ image, volumeClaimTemplates: [{ metadata: {}, spec: {} }] }),
      "[StatefulSetWorkload of image 'example/greet:1'] missing-field: 'volumeClaimTemplates[0].metadata.name' is required",
    ],
    ['a CronJob has no schedule', () => new CronJobWorkload({ image } as any), "[CronJobWorkload of image 'example/greet:1'] missing-field: 'schedule' is required"],
    ...['daily', 'CRON_TZ=UTC 0 3 * * *', '0 3 * *'].map((schedule): [string, () => Workload, string] => [
      `the schedule is ${schedule}`, () => new CronJobWorkload({ image, schedule }),
      `[CronJobWorkload of image 'example/greet:1'] invalid-value: 'schedule' must be a schedule of five fields, such as "0 3 * * *", or a name such as "@daily", got "${schedule}"`,
    ]),
    [
      'a Job is started again always', () => new JobWorkload({ image, restartPolicy: 'Always' as any }),
      "[JobWorkload of image 'example/greet:1'] invalid-value: 'restartPolicy' must be one of Never, OnFailure, got \"Always\"",
    ],
  ])('%s', (_, make, message) => {
    expect(messageOf(make)).toBe(message);
  });
});

describe.each<[string, () => Chart]>([['an OAM platform', () => newChart()], ['Kubernetes', kubernetesChart]])('on %s', (name, chart) => {
  const isOam = name !== 'Kubernetes';

  function findings(workload: Workload, trait: (binding: ComponentBinding) => unknown = () => undefined): string {
    const own = chart();
    try {
      trait(bind(own, workload));
      return findingsOf(own).join('\n');
    } catch (error) {
      return (error as Error).message;
    }
  }

  test('fails when another container has the name of the component', () => {
    expect(findings(deployment({ podSpec: { containers: [{ name: 'greet', image }] } })))
      .toBe("[c/hello/greet] invalid-value: 'workload.podSpec.containers[0].image' cannot be set together with 'image' of the main container; leave one of them out, or give a further container its own name");
  });

  test.each([['no port is declared', deployment()], ['the Service is switched off', deployment({ ports: http, service: { enabled: false } })]])('fails when requests go to a component and %s', (_, workload) => {
    expect(findings(workload, binding => new IngressTrait(binding, 'ingress', { rules })))
      .toBe(`[c/hello/greet/ingress] service-not-found: ${isOam ? '' : "'rules[0]' "}is on component "greet", whose Deployment has no Service; declare a port without 'service.enabled: false': those for metrics are in the Service only with 'published: true', those of sidecars only in 'service.spec.ports', and pods that run to their end have no Service`);
  });

  test('fails when requests could go to several ports', () => {
    expect(findings(deployment({ ports: [{ name: 'a', port: 1 }, { name: 'b', port: 2 }] }), binding => new IngressTrait(binding, 'ingress', { rules })))
      .toBe('[c/hello/greet/ingress] ambiguous-service: \'rules[0].destination.port\' is required: Service "greet" has the ports 1 (a), 2 (b), of which not exactly one has a name that begins with "http"; give the port');
  });

  test('fails when two components have a Service of one name', () => {
    const own = chart();
    const application = new ApplicationConfiguration(own, 'hello');
    for (const id of ['one', 'two']) application.addComponent(new Component(own, id, { workload: deployment({ ports: http, service: { name: 'greet' } }) }));
    const [first, second] = isOam ? ['c/hello/one', 'c/hello/two'] : ['c/hello/one/(Kubernetes)/Service', 'c/hello/two/(Kubernetes)/Service'];
    expect(findingsOf(own)).toEqual([
      `[${second}] duplicate-object: Service "greet" in namespace "ns" is also made by '${first}'; rename one of them, or put it into another namespace`,
    ]);
  });
});

test('a container list alone is a whole workload', () => {
  const chart = kubernetesChart();
  bind(chart, new DeploymentWorkload({ podSpec: { containers: [{ name: 'main', image }], serviceAccountName: 'greeter' } }));

  expect(only('Deployment', objectsOf(chart)).spec.template.spec).toEqual({ containers: [{ name: 'main', image }], serviceAccountName: 'greeter' });
});

describe('metrics', () => {
  const traits = (workload: Workload, declare?: (binding: ComponentBinding) => void) => {
    const chart = newChart();
    const binding = bind(chart, workload);
    declare?.(binding);
    const entry = rendered(chart).find(({ kind }) => kind === 'ApplicationConfiguration').spec.components[0];
    return (entry.traits ?? []).map(({ trait }: any) => trait.spec);
  };
  const METRICS = [...http, { name: 'metrics', port: 9090 }];

  test('are collected at the port metrics without a trait', () => {
    const chart = kubernetesChart();
    bind(chart, deployment({ ports: METRICS }));

    expect(only('PodMonitor', objectsOf(chart)).spec.podMetricsEndpoints).toMatchObject([{ port: 'metrics', path: '/metrics' }]);
    expect(traits(deployment({ ports: METRICS }))).toEqual([{ port: 9090, path: '/metrics' }]);
  });

  test('are not collected where no port has that name', () => {
    const chart = kubernetesChart();
    bind(chart, deployment({ ports: http }));

    expect(objectsOf(chart).map(({ kind }) => kind)).toEqual(['Deployment', 'Service']);
    expect(traits(deployment({ ports: http }))).toEqual([{ enabled: false }]);
  });

  test.each<[string, any, object[], number]>([
    ['the port metrics', {}, METRICS, 9090], ['the only port', {}, [{ name: 'web', port: 7000 }], 7000], ['the port it names', { port: 8080 }, METRICS, 8080],
  ])('of a trait are at %s, on both platforms', (_, props, ports, port) => {
    const chart = kubernetesChart();
    const binding = bind(chart, deployment({ ports }));
    new MetricsTrait(binding, 'metrics', props);

    expect(binding.metrics.endpoints.map(each => each.port)).toEqual([port]);
    expect(findingsOf(chart)).toEqual([]);
    expect(traits(deployment({ ports }), each => new MetricsTrait(each, 'metrics', props))).toEqual([{ port }]);
  });

  test('of each of several ports of a trait have a port on an OAM platform', () => {
    expect(traits(deployment({ ports: METRICS }), each => new MetricsTrait(each, 'metrics', { ports: [{ path: '/a' }, { port: 8080, path: '/b' }] })))
      .toEqual([{ ports: [{ port: 9090, path: '/a' }, { port: 8080, path: '/b' }] }]);
  });

  test('of kinds that an OAM platform does not scrape are left out there', () => {
    expect(traits(new DaemonSetWorkload({ image, resources, ports: METRICS }))).toEqual([]);
  });
});

describe('warnings', () => {
  function warningsOf(chart: Chart, workload: Workload): string[] {
    const emit = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    bind(chart, workload);
    expect(findingsOf(chart)).toEqual([]);
    expect(findingsOf(chart)).toEqual([]);
    const told = emit.mock.calls.filter(([, type]) => type as unknown === 'cdk8s-oam').map(([text]) => String(text));
    emit.mockRestore();
    return told;
  }

  test('name what is not requested, once', () => {
    expect(warningsOf(kubernetesChart(), new DeploymentWorkload({
      image, resources: { requests: { cpu: '1' } }, podSpec: { containers: [{ name: 'x', image }] },
    }))).toEqual([
      "[c/greet] missing-request: 'workload.resources.requests' does not say how much memory the container needs: the scheduler puts the pod on any node, however full; give what the container needs",
      "[c/greet] missing-request: 'workload.podSpec.containers[0].resources.requests' does not say how much cpu and memory the container needs: the scheduler puts the pod on any node, however full; give what the container needs",
    ]);
  });

  test('name no container whose limits are its requests', () => {
    expect(warningsOf(kubernetesChart(), new DeploymentWorkload({ image, resources: { limits: { cpu: '1', memory: '1Gi' } } }))).toEqual([]);
  });

  test.each<[string, Workload]>([
    ['StatefulSet', new StatefulSetWorkload({ image, resources })],
    ['DaemonSet', new DaemonSetWorkload({ image, resources })],
    ['Job', new JobWorkload({ image, resources })],
    ['CronJob', new CronJobWorkload({ image, resources, schedule: '@daily' })],
  ])('name the OAM platform that applies a %s as it is', (kind, workload) => {
    expect(warningsOf(newChart(), workload)).toEqual([
      `[c/greet] applied-as-is: 'workload' is a ${kind}, which the OAM platform of "verrazzano" applies as it is: it collects no metrics from the pods, and its OAM runtime needs the right to manage the kind; check the ClusterRole of the OAM runtime`,
    ]);
    expect(warningsOf(kubernetesChart(), workload)).toEqual([]);
  });

  test('name no Deployment', () => {
    expect(warningsOf(newChart(), deployment())).toEqual([]);
  });
});

test('a ManualScalerTrait replaces the number of pods', () => {
  const chart = kubernetesChart();
  new ManualScalerTrait(bind(chart, deployment({ replicas: 1 })), 'scaler', { replicaCount: 3 });

  expect(only('Deployment', objectsOf(chart)).spec.replicas).toBe(3);
});

test('an App of no platform is refused as for every workload', () => {
  expect(messageOf(() => bind(new Chart(new App(), 'c'), deployment()))).toContain('no-platform: ');
});

describe('a Pod Security Standard', () => {
  const refused = (podSecurity: PodSecurity, props: any) => messageOf(() => deployment({ podSecurity, ...props })).split('\n').slice(1).map(line => line.trim());
  const nothingElse = (standard: string) => `the Pod Security Standard "${standard}" allows nothing else; change it, or set another standard in 'podSecurity'`;

  test('baseline refuses what gives more rights', () => {
    expect(refused(PodSecurity.BASELINE, {
      securityContext: { privileged: true, capabilities: { add: ['SYS_ADMIN'] } },
      volumes: [{ name: 'h', hostPath: { path: '/' } }],
      probes: {},
      podSpec: { containers: [{ name: 'x', image, livenessProbe: { httpGet: { host: 'localhost', port: 80 } } }], hostNetwork: true },
    })).toEqual([
      `pod-security: 'podSpec.hostNetwork' must be false, got true: ${nothingElse('baseline')}`,
      'pod-security: \'volumes[0].hostPath\' must not be set: the Pod Security Standard "baseline" forbids it; leave it out, or set another standard in \'podSecurity\'',
      'pod-security: \'podSpec.containers[0].livenessProbe.httpGet.host\' must not be set: the Pod Security Standard "baseline" forbids it; leave it out, or set another standard in \'podSecurity\'',
      `pod-security: 'securityContext.privileged' must be false, got true: ${nothingElse('baseline')}`,
      `pod-security: 'securityContext.capabilities.add[0]' must be one of AUDIT_WRITE, CHOWN, DAC_OVERRIDE, FOWNER, FSETID, KILL, MKNOD, NET_BIND_SERVICE, SETFCAP, SETGID, SETPCAP, SETUID, SYS_CHROOT, got "SYS_ADMIN": ${nothingElse('baseline')}`,
    ]);
  });

  test('baseline adds nothing', () => {
    const chart = kubernetesChart();
    bind(chart, deployment({ podSecurity: PodSecurity.BASELINE }));

    expect(only('Deployment', objectsOf(chart)).spec.template.spec).toEqual({ automountServiceAccountToken: false, containers: [{ name: 'greet', image, resources }] });
  });

  test('restricted refuses what is against it', () => {
    expect(refused(PodSecurity.RESTRICTED, {
      securityContext: { allowPrivilegeEscalation: true, runAsUser: 0, capabilities: { drop: ['NET_RAW'], add: ['CHOWN'] } },
      volumes: [{ name: 'n', nfs: { server: 'a', path: '/' } }],
      podSpec: { containers: [{ name: 'x', image, securityContext: { runAsNonRoot: false, seccompProfile: { type: 'Unconfined' } } }] },
    })).toEqual([
      `pod-security: 'securityContext.allowPrivilegeEscalation' must be false, got true: ${nothingElse('restricted')}`,
      `pod-security: 'securityContext.capabilities.add[0]' must be NET_BIND_SERVICE, got "CHOWN": ${nothingElse('restricted')}`,
      `pod-security: 'podSpec.containers[0].securityContext.runAsNonRoot' must be true, got false: ${nothingElse('restricted')}`,
      `pod-security: 'podSpec.containers[0].securityContext.seccompProfile.type' must be one of RuntimeDefault, Localhost, got "Unconfined": ${nothingElse('restricted')}`,
      'pod-security: \'volumes[0].nfs\' is not a source of volumes that the Pod Security Standard "restricted" allows (configMap, csi, downwardAPI, emptyDir, ephemeral, image, persistentVolumeClaim, projected, secret); use one of them, or set another standard in \'podSecurity\'',
      'pod-security: \'securityContext.capabilities.drop\' must contain "ALL": the Pod Security Standard "restricted" demands that all capabilities are dropped; leave \'drop\' out, and it is written',
      'pod-security: \'securityContext.runAsUser\' must not be 0: the Pod Security Standard "restricted" forbids containers that run as root; give the user of the image, or leave it out',
    ]);
  });

  test('restricted takes null for a field that is left out', () => {
    const chart = kubernetesChart();
    bind(chart, deployment({ podSecurity: PodSecurity.RESTRICTED, securityContext: { allowPrivilegeEscalation: null, capabilities: null } }));

    expect(only('Deployment', objectsOf(chart)).spec.template.spec.containers[0].securityContext)
      .toEqual({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } });
  });
});
