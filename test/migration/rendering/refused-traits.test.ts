import { MonitorKind } from '../../../src';
import {
  application, bound, coherence, component, CONFIG_MAP, containerized, deployment, documents, ingress, KUBERNETES, kubernetes, PORTS, refused,
  Refused, toDo,
  trait, traitOf, weblogic,
} from '../support';

const REFUSED: readonly Refused[] = [
  {
    what: 'metrics over TLS',
    texts: bound(coherence('{coherence: {metrics: {ssl: {enabled: true, secrets: s}}}}'), [traitOf('MetricsTrait', '{}')]),
    told: [
      'f.yaml:7:8: metrics-port-not-declared: \'spec.components[0].traits[0].trait\' port 9612 of component "a" is declared by none of its containers (6676 (health)); declare it in \'spec.ports\' of the Coherence resource, or switch \'coherence.metrics\' on, name the right one in a MetricsTrait, or set \'enabled: false\'',
      'f.yaml:7:8: metrics-over-tls: \'spec.components[0].traits[0].trait\' would be scraped over HTTP: the metrics of the Coherence cluster are served over TLS; set \'scheme: https\' in a MetricsTrait, or switch \'coherence.metrics.ssl\' off',
    ],
  },
  {
    what: 'metrics of Coherence that are switched off',
    texts: bound(coherence('{}'), [traitOf('MetricsTrait', '{}')]),
    told: [
      'f.yaml:7:8: metrics-port-not-declared: \'spec.components[0].traits[0].trait\' port 9612 of component "a" is declared by none of its containers (6676 (health)); declare it in \'spec.ports\' of the Coherence resource, or switch \'coherence.metrics\' on, name the right one in a MetricsTrait, or set \'enabled: false\'',
    ],
  },
  {
    what: 'a port that is not declared',
    texts: bound(deployment('a'), [traitOf('MetricsTrait', '{port: 9090}')]),
    told: [
      'f.yaml:7:8: metrics-port-not-declared: \'spec.components[0].traits[0].trait\' port 9090 of component "a" is declared by none of its containers (8080); declare it in a container, name the right one in a MetricsTrait, or set \'enabled: false\'',
    ],
  },
  {
    what: 'a ServiceMonitor without a Service',
    texts: bound(deployment('a'), [traitOf('MetricsTrait', '{}')]),
    platform: kubernetes({ monitorKind: MonitorKind.SERVICE_MONITOR }),
    told: [
      'f.yaml:7:8: service-not-found: \'spec.components[0].traits[0].trait\' a ServiceMonitor needs a Service with labels that leads to port 8080 of component "a", and none is rendered; declare the port, bind a component with such a Service, or use --monitor-kind PodMonitor',
    ],
  },
  {
    what: 'a ServiceMonitor of a domain',
    texts: bound(weblogic('{}'), [traitOf('MetricsTrait', '{}')]),
    platform: kubernetes({ monitorKind: MonitorKind.SERVICE_MONITOR }),
    told: [
      'f.yaml:7:8: service-not-found: \'spec.components[0].traits[0].trait\' a ServiceMonitor needs a Service, and those of the servers of component "a" are created by the WebLogic Kubernetes Operator; use --monitor-kind PodMonitor',
    ],
  },
  {
    what: 'a ServiceMonitor of Coherence without a Service',
    texts: bound(coherence('{coherence: {metrics: {enabled: true}}}'), [traitOf('MetricsTrait', '{}')]),
    platform: kubernetes({ monitorKind: MonitorKind.SERVICE_MONITOR }),
    told: [
      'f.yaml:7:8: service-not-found: \'spec.components[0].traits[0].trait\' a ServiceMonitor needs a Service with labels that leads to port 9612 of component "a", and none is rendered; declare the port, bind a component with such a Service, or use --monitor-kind PodMonitor',
    ],
  },
  {
    what: 'a port of a domain',
    texts: bound(weblogic('{}'), [traitOf('MetricsTrait', '{port: 9}')]),
    told: [
      'f.yaml:7:8: not-expressible: \'spec.components[0].traits[0].trait\' gives a port or a path, but each WebLogic server is scraped at the port and path that its operator writes into the annotations of the pod; leave \'port\', \'path\' and \'ports\' out',
    ],
  },
  {
    what: 'a monitor without the labels that are selected',
    texts: bound(deployment('a'), [traitOf('MetricsTrait', '{}')]),
    platform: kubernetes({ monitorSelector: { matchExpressions: [{ key: 'team', operator: 'Exists' }] } }),
    told: [
      'f.yaml:7:8: not-selected: \'spec.components[0].traits[0].trait.metadata.labels\' must have a label team: Prometheus monitoring/k8s selects no other monitors; add them, or set \'kubernetes.prometheus.monitorLabels\' in the settings for the monitors that are rendered',
    ],
  },
  {
    what: 'a namespace that is not known to be selected',
    texts: bound(deployment('a'), [traitOf('MetricsTrait', '{}')]),
    platform: kubernetes({ monitorNamespaceSelector: { matchLabels: { a: 'b' } } }),
    told: [
      'f.yaml:7:8: not-selected: \'spec.components[0].traits[0].trait.metadata.namespace\' is "ns", which is not known to have a=b: Prometheus monitoring/k8s selects no other namespaces; label the namespace, and say so by \'kubernetes.prometheus.namespaceLabels\' in the settings',
    ],
  },
  {
    what: 'a namespace that is not that of Prometheus',
    texts: bound(deployment('a'), [traitOf('MetricsTrait', '{}')]),
    platform: kubernetes({ monitorNamespaceSelector: undefined }),
    told: [
      'f.yaml:7:8: not-selected: \'spec.components[0].traits[0].trait.metadata.namespace\' is "ns", and Prometheus monitoring/k8s takes monitors in its own namespace only; set \'spec.podMonitorNamespaceSelector\' of the Prometheus, and --monitor-namespaces to the same',
    ],
  },
  {
    what: 'another scraper',
    texts: bound(deployment('a'), [traitOf('MetricsTrait', '{scraper: x/y}')]),
    told: [
      'f.yaml:7:83: invalid-value: \'spec.components[0].traits[0].trait.spec.scraper\' must be "monitoring/k8s", or a scraper that it replaces, got "x/y"; leave it out, or list it in \'kubernetes.prometheus.replaces\' in the settings',
    ],
  },
  {
    what: 'an IngressTrait without an ingress controller',
    texts: bound(containerized(PORTS), [ingress('{rules: [{}]}')]),
    platform: kubernetes({}, null),
    told: [
      'f.yaml:7:8: no-ingress-provider: \'spec.components[0].traits[0].trait\' needs to know how requests enter the cluster; give --ingress-class and where certificates come from, or \'kubernetes.ingress\' in the settings',
    ],
  },
  {
    what: 'a generated host without a domain',
    texts: bound(containerized(PORTS), [ingress('{rules: [{}]}')]),
    platform: kubernetes({}, { domain: undefined }),
    told: [
      'f.yaml:7:91: missing-field: \'spec.components[0].traits[0].trait.spec.rules[0].hosts\' is required: there is no domain from which the host \'app.ns.<domain>\' could be made; name the hosts, or give --ingress-domain',
    ],
  },
  {
    what: 'paths that no Ingress can have',
    texts: bound(containerized(PORTS), [ingress('{rules: [{hosts: [h], paths: [{path: "/.*", pathType: Regex}, {authorizationPolicy: {rules: [{from: {requestPrincipals: ["*"]}}]}}, {path: /a//b}, {path: "/é"}]}]}')]),
    told: [
      'f.yaml:7:126: not-expressible: \'spec.components[0].traits[0].trait.spec.rules[0].paths[0].pathType\' cannot be Regex: an Ingress knows exact paths and prefixes, and leaves others to its controller; use Prefix, or ImplementationSpecific with the annotation by which the controller reads an expression',
      'f.yaml:7:145: not-expressible: \'spec.components[0].traits[0].trait.spec.rules[0].paths[1].authorizationPolicy\' cannot be expressed: an Ingress does not ask who sends a request; let the application ask, or write Istio\'s AuthorizationPolicy as a further trait',
      'f.yaml:7:215: invalid-path: \'spec.components[0].traits[0].trait.spec.rules[0].paths[2].path\' must be a path without "//", "/./", "/../" and "%2f" in an Ingress, got "/a//b"; write the path as it is after these are resolved',
      'f.yaml:7:230: invalid-path: \'spec.components[0].traits[0].trait.spec.rules[0].paths[3].path\' must have only characters that need no encoding: ingress controllers compare others in different ways, got "/é"; use a prefix that ends before them',
    ],
  },
  {
    what: 'a path that ingress-nginx refuses',
    texts: bound(containerized(PORTS), [ingress('{rules: [{hosts: [h], paths: [{path: "/a:b"}]}]}')]),
    platform: kubernetes({}, { controller: 'nginx' }),
    told: [
      'f.yaml:7:113: invalid-path: \'spec.components[0].traits[0].trait.spec.rules[0].paths[0].path\' must be letters, digits, \'/\', \'_\', \'.\' and \'-\' only: ingress-nginx rejects other paths, got "/a:b"; use a prefix that ends before them',
    ],
  },
  {
    what: 'a cookie without a known controller',
    texts: bound(containerized(PORTS), [ingress('{rules: [{hosts: [h], destination: {httpCookie: {name: c}}}]}')]),
    told: [
      'f.yaml:7:118: not-expressible: \'spec.components[0].traits[0].trait.spec.rules[0].destination.httpCookie\' cannot be expressed: an Ingress alone has none, and the controller is not known; these could: f5-nginx, haproxy-ingress, ingress-nginx (give --ingress-controller), or an OAM platform with Istio; or leave it out',
    ],
  },
  {
    what: 'a cookie of a controller that has none',
    texts: bound(containerized(PORTS), [ingress('{rules: [{hosts: [h], destination: {host: x, port: 8080, httpCookie: {name: c, path: /, ttl: 5}}}]}')]),
    platform: kubernetes({}, { controller: 'haproxy' }),
    told: [
      'f.yaml:7:139: not-expressible: \'spec.components[0].traits[0].trait.spec.rules[0].destination.httpCookie\' cannot be expressed: controller haproxy has no annotation of an Ingress for a session cookie; these could: f5-nginx, haproxy-ingress, ingress-nginx (give --ingress-controller), or an OAM platform with Istio; or leave it out',
    ],
  },
  {
    what: 'two cookies of one Service',
    texts: bound(containerized(PORTS), [ingress('{rules: [{hosts: [h], destination: {httpCookie: {name: c, path: /, ttl: 5}}}, {hosts: [h], paths: [{path: /x}], destination: {httpCookie: {name: d}}}]}')]),
    platform: kubernetes({}, { controller: 'f5Nginx' }),
    told: [
      'f.yaml:7:208: not-expressible: \'spec.components[0].traits[0].trait.spec.rules[1].destination.httpCookie\' differs from \'rules[0].destination.httpCookie\' of f.yaml:7, and both lead to one port of one Service, which has a single cookie; use one cookie for both, or a Service each',
    ],
  },
  {
    what: 'two cookies of one Service, in two Ingresses',
    texts: bound(containerized(PORTS), [ingress('{rules: [{hosts: [h], destination: {httpCookie: {name: c, path: /x, ttl: 5}}}, {hosts: [i], paths: [{path: /x}], destination: {httpCookie: {name: d}}}]}')]),
    platform: kubernetes({}, { controller: 'nginx' }),
    told: [
      'f.yaml:7:209: not-expressible: \'spec.components[0].traits[0].trait.spec.rules[1].destination.httpCookie\' differs from \'rules[0].destination.httpCookie\' of f.yaml:7, and both lead to one port of one Service, which has a single cookie; use one cookie for both, or a Service each',
    ],
  },
  {
    what: 'an address for a host',
    texts: bound(containerized(PORTS), [ingress('{rules: [{hosts: [10.0.0.1]}]}')]),
    told: [
      'f.yaml:7:100: invalid-host: \'spec.components[0].traits[0].trait.spec.rules[0].hosts[0]\' must be a lower-case DNS name, neither with a wildcard nor an address, got "10.0.0.1"; give the host alone, without scheme, port or path',
    ],
  },
  {
    what: 'destinations that lead nowhere',
    texts: bound(containerized('ports: [{name: a, containerPort: 1}, {name: b, containerPort: 2}]'), [ingress('{rules: [{hosts: [h]}, {hosts: [i], destination: {host: x}}, {hosts: [j], destination: {port: 9}}, {hosts: [k], destination: {host: a.b, port: 1}}]}')]),
    told: [
      'f.yaml:7:91: ambiguous-service: \'spec.components[0].traits[0].trait.spec.rules[0].destination.port\' is required: Service "a" has the ports 1 (a), 2 (b), of which not exactly one has a name that begins with "http"; give the port',
      'f.yaml:7:118: missing-field: \'spec.components[0].traits[0].trait.spec.rules[1].destination.port\' is required; give the port: those of a Service that is not rendered here are not known',
      'f.yaml:7:170: service-not-found: \'spec.components[0].traits[0].trait.spec.rules[2].destination.port\' must be a port of Service "a" (1 (a), 2 (b)), got 9',
      'f.yaml:7:208: invalid-name: \'spec.components[0].traits[0].trait.spec.rules[3].destination.host\' must be the name of a Service (lower-case letters, digits and \'-\', starting with a letter, at most 63 characters), got "a.b"; an Ingress leads to a Service in its own namespace: give its name alone',
    ],
  },
  {
    what: 'a component without a Service',
    texts: bound(deployment('a'), [ingress('{rules: [{hosts: [h]}, {hosts: [i], destination: {port: 80}}]}')]),
    told: [
      'f.yaml:7:91: service-not-found: \'spec.components[0].traits[0].trait.spec.rules[0].destination\' is required: no Service is rendered that leads to component "a"; name Service and port in \'destination\', or bind a component with such a Service',
      'f.yaml:7:118: service-not-found: \'spec.components[0].traits[0].trait.spec.rules[1].destination\' is required: no Service is rendered that leads to component "a"; name Service and port in \'destination\', or bind a component with such a Service',
    ],
  },
  {
    what: 'logs without an image',
    texts: bound(containerized(PORTS), [traitOf('LoggingTrait', '{}')]),
    told: [
      'f.yaml:7:76: missing-field: \'spec.components[0].traits[0].trait.spec.loggingImage\' is required: only an OAM platform has its own image; give an image with Fluentd',
    ],
  },
  {
    what: 'logs of no pods',
    texts: bound(CONFIG_MAP, [traitOf('LoggingTrait', '{loggingImage: i}')]),
    told: [
      'f.yaml:7:8: not-expressible: \'spec.components[0].traits[0].trait\' a ConfigMap has no pods to which a sidecar could be added; put the trait on the component whose workload runs the pods',
    ],
  },
  {
    what: 'logs of pods that come to an end',
    texts: bound('{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: i}]}}}}', [traitOf('LoggingTrait', '{loggingImage: i}'), traitOf('MetricsTrait', '{enabled: false}')]),
    told: [
      'f.yaml:7:8: not-expressible: \'spec.components[0].traits[0].trait\' the pods of a Job terminate, which a sidecar never does; leave it out, and read what the pods print',
    ],
  },
  {
    what: 'names and places that a sidecar would take',
    texts: bound('{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {volumes: [{name: logging-stdout-a-deployment}, {name: v}, {name: w}], containers: [{name: logging-stdout, image: i, volumeMounts: [{name: v, mountPath: /v}]}, {name: b, image: i, volumeMounts: [{name: w, mountPath: /v}]}]}}}}', [traitOf('LoggingTrait', '{loggingImage: i, loggingConfig: c}'), traitOf('MetricsTrait', '{enabled: false}')]),
    told: [
      'f.yaml:7:8: duplicate-name: \'spec.components[0].traits[0].trait\' adds a container "logging-stdout", and the workload has one of this name; rename that of the workload',
      'f.yaml:7:8: duplicate-name: \'spec.components[0].traits[0].trait\' adds a volume "logging-stdout-a-deployment", and the workload has one of this name; rename that of the workload',
      'f.yaml:7:8: not-expressible: \'spec.components[0].traits[0].trait\' the sidecar mounts what the other containers mount, and different volumes are mounted at "/v"; mount them at different places',
    ],
  },
  {
    what: 'a number of no pods',
    texts: bound(CONFIG_MAP, ['{trait: {apiVersion: core.oam.dev/v1alpha2, kind: ManualScalerTrait, metadata: {labels: {a: b}}, spec: {replicaCount: 2}}}']),
    told: [
      'f.yaml:7:8: not-scalable: \'spec.components[0].traits[0].trait\' is on a ConfigMap, which has no number of replicas to set; put the trait on the component whose workload runs the pods, or leave it out',
    ],
  },
  {
    what: 'kinds of OAM that nobody knows, and objects without a name',
    texts: bound('{apiVersion: core.oam.dev/v1alpha2, kind: ServerlessWorkload}', ['{trait: {apiVersion: core.oam.dev/v1alpha2, kind: AutoScaler}}', '{trait: {apiVersion: v1, kind: ConfigMap}}', '{trait: {apiVersion: v1, kind: List, metadata: {name: x}}}']),
    told: [
      'f.yaml:7:8: unknown-oam-kind: \'spec.components[0].traits[0].trait\' is a AutoScaler of core.oam.dev/v1alpha2, which a cluster without an OAM platform does not know; write it as objects that the cluster knows, or leave it out',
      'f.yaml:8:8: missing-field: \'spec.components[0].traits[1].trait.metadata.name\' is required; give the object a name',
      'f.yaml:9:8: not-expressible: \'spec.components[0].traits[2].trait\' is a list of objects; make each of them a separate component or trait',
      'f.yaml:15:3: unknown-oam-kind: \'spec.workload\' is a ServerlessWorkload of core.oam.dev/v1alpha2, which a cluster without an OAM platform does not know; write it as objects that the cluster knows, or leave it out',
    ],
  },
  {
    what: 'misspelt kinds of OAM, each once',
    texts: bound('{apiVersion: core.oam.dev/v1alpha2, kind: ContainerisedWorkload}', ['{trait: {apiVersion: oam.verrazzano.io/v1alpha1, kind: IngresTrait}}']),
    told: [
      'f.yaml:7:56: unknown-oam-kind: \'spec.components[0].traits[0].trait.kind\' is "IngresTrait", which oam.verrazzano.io/v1alpha1 is not known to have; did you mean "IngressTrait"?',
      'f.yaml:13:49: unknown-oam-kind: \'spec.workload.kind\' is "ContainerisedWorkload", which core.oam.dev/v1alpha2 is not known to have; did you mean "ContainerizedWorkload"?',
    ],
  },
  {
    what: 'another version of known kinds of OAM',
    texts: bound('{apiVersion: core.oam.dev/v1beta1, kind: ContainerizedWorkload}', ['{trait: {apiVersion: oam.verrazzano.io/v1beta1, kind: IngressTrait}}']),
    told: [
      'f.yaml:7:16: unknown-oam-kind: \'spec.components[0].traits[0].trait.apiVersion\' must be "oam.verrazzano.io/v1alpha1", the only known version of IngressTrait, got "oam.verrazzano.io/v1beta1"; write "oam.verrazzano.io/v1alpha1"',
      'f.yaml:13:14: unknown-oam-kind: \'spec.workload.apiVersion\' must be "core.oam.dev/v1alpha2", the only known version of ContainerizedWorkload, got "core.oam.dev/v1beta1"; write "core.oam.dev/v1alpha2"',
    ],
  },
  {
    what: 'a trait of another application',
    texts: bound(deployment('a'), [traitOf('MetricsTrait', '{}', ', metadata: {namespace: other, labels: {app.oam.dev/name: x}}')]),
    told: [
      'f.yaml:7:114: reserved-label: \'spec.components[0].traits[0].trait.metadata.labels[\'app.oam.dev/name\']\' must be "app", got "x": the label identifies the owner of the object; leave it out',
    ],
  },
  {
    what: 'data of a trait, which only an OAM runtime moves',
    texts: documents(application('app', `{componentName: a, traits: [{trait: ${trait('MetricsTrait', '{}')}, dataInputs: [{valueFrom: {dataOutputName: x}, toFieldPaths: [spec]}]}]}`), component('a', deployment('a'))),
    told: [
      'f.yaml:6:115: not-expressible: \'spec.components[0].traits[0].dataInputs\' cannot be expressed without an OAM platform: only the OAM runtime reads it; leave them out, and give the value itself',
    ],
  },
  {
    what: 'a component with several Services',
    texts: documents(application('app', `{componentName: a, traits: [${ingress('{rules: [{hosts: [h]}]}')}]}`, 'componentName: s', 'componentName: t'), component('a', deployment('a')),
      ...['s', 't'].map(name => component(name, `{apiVersion: v1, kind: Service, metadata: {name: ${name}}, spec: {selector: {app: a}, ports: [{port: 80, targetPort: 8080}]}}`))),
    told: [
      'f.yaml:6:119: ambiguous-service: \'spec.components[0].traits[0].trait.spec.rules[0].destination\' is required: requests for component "a" could go to any of its Services (s, t); name Service and port in \'destination\'',
    ],
  },
  {
    what: 'a second Ingress for one host of F5 NGINX',
    texts: documents(
      application('app', ...['a', 'b'].map(name => `{componentName: ${name}, traits: [${traitOf('IngressTrait', `{rules: [{hosts: [h], paths: [{path: /${name}}]}]}`)}]}`)),
      ...['a', 'b'].map(name => component(name, containerized(PORTS)))),
    platform: kubernetes({}, { controller: 'f5Nginx' }),
    told: [
      'f.yaml:7:111: duplicate-route: \'spec.components[1].traits[0].trait.spec.rules\' needs a second Ingress for host h beside that of \'rules\' of f.yaml:6, and controller f5-nginx serves one for each host; name its own host, use the same cookie, or write mergeable Ingresses as a further trait',
    ],
  },
];

test.each(REFUSED)('fails when there is $what', ({ texts, platform, told }) => {
  expect(refused(texts, platform ? { platform } : KUBERNETES)).toEqual(told);
  expect(toDo(texts, platform ? { platform } : KUBERNETES)).toEqual(expect.arrayContaining(told.filter(line => !/: (duplicate-|component-bound-twice)/.test(line))));
});
