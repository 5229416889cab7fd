import type { Explanation } from '../explanation';

/** What can be wrong with what is rendered for a cluster without an OAM platform. */
export const KUBERNETES_CODES = {
  'ambiguous-service': {
    cause: 'Requests could go to several Services, or to several ports of one, and nothing says to which. An OAM platform leaves the trait without a route then.',
    remedy: 'Name the Service and its port in the rule\'s `destination`. Of several ports, the one whose name begins with `http` is taken.',
    says: {
      'ports': {
        problem: 'is needed: Service {service} has the ports {ports:list}, and not exactly one of them has a name that begins with "http"',
        remedy: 'give the port',
      },
    },
  },
  'component-elsewhere': {
    cause: 'An application binds a component that lives elsewhere (`Component.fromComponentName()`). A cluster without an OAM platform cannot look it up, and nothing would run.',
    remedy: 'Declare the component in this program.',
  },
  'component-not-bound': {
    cause: 'No application binds a component. On an OAM platform it waits in the cluster to be bound; without one, nothing is rendered of it.',
    remedy: 'Bind it with `addComponent()`, or leave it out.',
  },
  'dangling-volume': {
    cause: 'A container mounts a volume that its pod does not have, or of which nobody knows what it is, or two containers mount it in ways that exclude each other. Of the volumes of a ContainerizedWorkload the OAM runtime makes none, so that Kubernetes rejects the Deployment.',
    remedy: 'Declare it among the `volumes` of the pod. In a ContainerizedWorkload on a KubernetesPlatform, give it a `disk`, with `ephemeral: true` if it need not outlive its pod. A volume of several containers is `VolumeSharingPolicy.SHARED` in each, with the same disk.',
    says: {
      'not-in-pod': { problem: 'is {name}, and the pod has no volume of this name', remedy: 'declare it in \'volumes\'' },
    },
  },
  'duplicate-port': {
    cause: 'Two containers of one pod listen on one port. They share a network, and a Service cannot have the port twice.',
    remedy: 'Give each container a port of its own.',
    says: {
      'element': { problem: 'is port {port:bare}, which element {first} has already', remedy: 'leave one of them out' },
    },
  },
  'metrics-exporter-missing': {
    cause: 'The metrics of a WebLogic domain are to be collected, the platform may add no exporter to it (`weblogicExporter.enabled`), and it has none: the monitor would find nothing.',
    remedy: 'Write `spec.monitoringExporter` with a `configuration` into the Domain, let the platform add one, or say `enabled: false`. Where an application of the domain publishes the metrics, annotate `spec.serverPod` with `prometheus.io/scrape: "true"`.',
  },
  'metrics-over-tls': {
    cause: 'The metrics of a Coherence cluster are served over TLS, and the platform would take the secret with its certificates for user name and password.',
    remedy: 'Switch `coherence.metrics.ssl` off, or say `enabled: false` and write the monitor by `CustomTrait`.',
  },
  'metrics-port-not-declared': {
    cause: 'A metrics endpoint is on a port that no container of the workload declares. Kubernetes discovery finds the declared ports only: the component would not be scraped, without a word.',
    remedy: 'Declare the port in the container, name the right one in a MetricsTrait, or say `enabled: false` where there are no metrics.',
  },
  'missing-domain': {
    cause: 'A rule of an IngressTrait has no host, and the ingress provider has no domain of which the host would be made.',
    remedy: 'Set `domain` on `IngressProvider.ingress()`, or name the hosts.',
  },
  'missing-namespace': {
    cause: 'An application has no namespace. Job names and hosts are made of it, so that it cannot be left to `kubectl -n`.',
    remedy: 'Give the chart a `namespace`, or set `metadata.namespace`.',
  },
  'monitor-not-selected': {
    cause: 'The labels of a monitor, or its namespace, are not among those that the Prometheus resource selects: the component would not be scraped, without a word.',
    remedy: 'Give the monitor the labels, or tell the platform the selectors as they stand in the Prometheus resource.',
  },
  'monitor-removed': {
    cause: 'A MetricsTrait was taken out of the tree again. The default monitor had given way to it, so that none is left.',
    remedy: 'Add another MetricsTrait, with `enabled: false` if there shall be no metrics.',
  },
  'no-api-object': {
    cause: '`ApiObject.of()` was asked for the API object of an ApplicationConfiguration or a Component, to add a JSON patch to it, '
      + 'for example. A KubernetesPlatform renders no such object: it renders what workloads and traits become.',
    remedy: 'Change the properties of the workload or the trait, use its `overrides`, or patch a rendered object: '
      + '`binding.node.findAll().filter(ApiObject.isApiObject)`.',
  },
  'no-ingress-provider': {
    cause: 'There is an IngressTrait, and the platform was not told how requests come into the cluster.',
    remedy: 'Set `ingress: IngressProvider.ingress({ … })` on the KubernetesPlatform.',
  },
  'not-expressible': {
    cause: 'What is declared cannot be said in the objects that are rendered. It would be lost.',
    remedy: 'See the message: it names what could express it, or what to write in its place.',
    says: {
      'second-cookie': {
        problem: 'differs from {first:path} of {maker:maker}, and both lead to one port of one Service, for which an ingress controller keeps a single cookie',
        remedy: 'use one cookie for both, or a Service each',
      },
    },
  },
  'not-scalable': {
    cause: 'A ManualScalerTrait is on a workload without a number of pods. On an OAM platform the trait fails with "cannot scale the resource".',
    remedy: 'Put it on the component whose workload runs the pods, or set the number in the workload itself.',
    says: {
      'workload': {
        problem: 'is on component {component}, whose workload is a {kind:bare}: it has no number of pods that could be set',
        remedy: 'put the trait on the component whose workload runs the pods, or leave it out',
      },
    },
  },
  'removed-api-version': {
    cause: 'An object has an API version from which Kubernetes removed its kind. Every supported version of Kubernetes rejects it.',
    remedy: 'Write the object in the API version that the message names; the deprecated API migration guide of Kubernetes lists the fields that differ.',
    says: {
      'gone': {
        problem: 'is {version}, and Kubernetes {since:bare} removed {kind:bare}',
        remedy: 'leave it out; Pod Security Admission replaces it',
      },
      'moved': {
        problem: 'must be {now}, got {version}, from which Kubernetes {since:bare} removed {kind:bare}',
        remedy: 'write the object in that version; some of its fields may differ',
      },
    },
  },
  'renderer-failed': {
    cause: 'A renderer that was given to the KubernetesPlatform threw an error.',
    remedy: 'Fix the renderer; it is asked once for each workload or trait of its kind.',
  },
  'reserved-label': {
    cause: 'A label by which the model tells what an object belongs to is given another value. The OAM runtime would overwrite it in silence.',
    remedy: 'Leave it out.',
  },
  'scraped-twice': {
    cause: 'The operator of a workload makes a monitor of its own (`serviceMonitor.enabled`) of an endpoint that is scraped here, and the Prometheus would select both: every sample would be counted twice.',
    remedy: 'Switch the operator\'s monitor off, or ask for no such endpoint in the MetricsTrait: series have the operator\'s job name and labels then.',
  },
  'service-not-found': {
    cause: 'No Service leads to the pods of a component at the wanted port. An OAM platform looks among what it makes of the workload itself: of a Deployment it finds none, and waits.',
    remedy: 'Declare the port in a container, bind a component with the Service, or name Service and port where the message says so.',
    says: {
      'no-port': {
        problem: 'cannot be chosen: Service {service} has no port over TCP',
        remedy: 'name Service and port in \'destination\'',
      },
      'not-a-port': { problem: 'must be a port of Service {service} ({ports:list}), got {value}' },
      'made-by-none': {
        problem: 'is on component {component}, whose workload is a {kind:bare}: the platform looks for a Service among what it makes of it, and finds none',
        remedy: 'put the trait on a component whose workload is the Service, or take a workload of which the platform makes one',
      },
    },
  },
  'unknown-oam-kind': {
    cause: 'A workload or a trait is of a kind of OAM that the library does not know, and that a cluster without an OAM platform does not know either.',
    remedy: 'Give the KubernetesPlatform a renderer for it: an object with `apiVersion`, `kind` and `render()`, which gives back Kubernetes objects.',
  },
  'unknown-scraper': {
    cause: 'A MetricsTrait names another scraper than the one for which monitors are rendered.',
    remedy: 'Leave the scraper out, or say in `replaces` that the Prometheus takes its place.',
  },
} as const satisfies Record<string, Explanation>;
