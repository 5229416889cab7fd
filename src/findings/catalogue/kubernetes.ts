import type { Explanation } from '../explanation';

/** What can be wrong with what is rendered for a cluster without an OAM platform. */
export const KUBERNETES_CODES = {
  'component-elsewhere': {
    cause: 'An application binds a component that is declared elsewhere (`Component.fromComponentName()`).',
    background: 'A cluster without an OAM platform cannot look it up, and nothing would run.',
    remedy: 'Declare the component in this program.',
    says: {
      problem: 'component {component} is declared elsewhere: a cluster without an OAM platform cannot look it up',
      remedy: 'declare it in this program: with new Component() in place of Component.fromComponentName()',
      inManifests: 'give the file of its Component too',
    },
  },
  'component-not-bound': {
    cause: 'No application binds a component.',
    background: 'On an OAM platform it waits in the cluster to be bound; without one, nothing is rendered of it.',
    remedy: 'Bind it with `addComponent()`, or leave it out.',
    says: {
      problem: 'component {component} is bound by no application, so that nothing is rendered of it',
      remedy: 'bind it with addComponent(), or leave it out',
      inManifests: 'bind it in an ApplicationConfiguration, and give its file too',
    },
  },
  'dangling-volume': {
    cause: 'A container mounts a volume that its pod does not have or that nothing defines, or two containers mount it in ways that exclude each other.',
    background: 'The OAM runtime creates no volumes for a ContainerizedWorkload, so that Kubernetes rejects the Deployment.',
    remedy: 'Declare it among the `volumes` of the pod. In a ContainerizedWorkload on a KubernetesPlatform, give it a `disk`, with `ephemeral: true` if it need not outlive its pod. A volume of several containers is `VolumeSharingPolicy.SHARED` in each, with the same disk.',
    says: {
      'not-in-pod': { problem: 'is {name}, and the pod has no volume of this name', remedy: 'declare it in \'volumes\'' },
      'no-disk': { problem: 'is required: without it there is nothing to mount', remedy: 'give its size, and whether it is ephemeral' },
      'exclusive': {
        problem: 'is {name}, which container {container} has for itself alone',
        remedy: 'set sharingPolicy Shared on both, or use another name',
      },
      'other-disk': { problem: 'differs from that of the same volume in container {container}', remedy: 'declare both alike' },
      'not-made': {
        problem: 'mounts volume {volume}, which the pods do not have: the platform does not create it, and Kubernetes rejects the Deployment',
        remedy: 'use a workload with a pod spec, such as a Deployment, and declare the volume there',
      },
    },
  },
  'duplicate-port': {
    cause: 'Two containers of one pod listen on one port.',
    background: 'They share a network, and a Service cannot have the port twice.',
    remedy: 'Give each container its own port.',
    says: {
      element: { problem: 'is port {port:bare}, which element {first} has already', remedy: 'leave one of them out' },
      service: { problem: 'leads to port {port:bare} of the Service, as {first:path} does', remedy: 'give one of them another servicePort' },
      pod: {
        problem: 'is port {port} ({protocol:bare}), which {first:path} of the workload has already: the containers of a pod share its network',
        remedy: 'give each container its own port',
      },
    },
  },
  'missing-domain': {
    cause: 'A rule of an IngressTrait has no host, and the ingress provider has no domain from which the host could be made.',
    remedy: 'Set `domain` on `IngressProvider.ingress()`, or name the hosts.',
    says: {
      problem: 'is required: there is no domain from which the host \'{application:bare}.{namespace:bare}.<domain>\' could be made',
      remedy: 'set \'domain\' on IngressProvider.ingress(), or name the hosts',
      inManifests: 'name the hosts, or give --ingress-domain',
    },
  },
  'missing-namespace': {
    cause: 'An application has no namespace.',
    background: 'Job names and hosts contain it, so that it cannot be left to `kubectl -n`.',
    remedy: 'Give the chart a `namespace`, or set `metadata.namespace`.',
    says: {
      'application': {
        problem: 'application {application} has no namespace, which job names and generated hosts contain',
        remedy: 'give its chart a namespace, or set \'metadata.namespace\'',
        inManifests: 'set \'metadata.namespace\', or give --default-namespace',
      },
      'left-out': {
        problem: 'is not given, and job names and generated hosts contain it',
        remedy: 'set \'metadata.namespace\'',
        inManifests: 'set \'metadata.namespace\', or give --default-namespace',
      },
    },
  },
  'no-api-object': {
    cause: '`ApiObject.of()` was asked for the API object of an ApplicationConfiguration or a Component, to add a JSON patch to it, for example.',
    background: 'A KubernetesPlatform renders no such object: it renders what workloads and traits become.',
    remedy: 'Change the properties of the workload or the trait, use its `overrides`, or patch a rendered object: '
      + '`binding.node.findAll().filter(ApiObject.isApiObject)`.',
    says: {
      problem: 'has no API object on a cluster without an OAM platform: its objects are those of its workload and traits',
      remedy: 'change the props of the typed constructs, or patch one of the objects below the binding: binding.node.findAll().filter(ApiObject.isApiObject)',
    },
  },
  'no-ingress-provider': {
    cause: 'There is an IngressTrait, and the platform does not know how requests enter the cluster.',
    remedy: 'Set `ingress: IngressProvider.ingress({ … })` on the KubernetesPlatform.',
    says: {
      problem: 'needs to know how requests enter the cluster',
      remedy: 'set \'ingress: IngressProvider.ingress({ … })\' on the KubernetesPlatform',
      inManifests: 'give --ingress-class and where certificates come from, or \'kubernetes.ingress\' in the settings',
    },
  },
  'not-expressible': {
    cause: 'What is declared cannot be expressed by the objects that are rendered.',
    background: 'It would be lost.',
    remedy: 'See the message: it names what could express it, or what to write in its place.',
    says: {
      'second-cookie': {
        problem: 'differs from {first:path} of {maker:maker}, and both lead to one port of one Service, for which an ingress controller keeps a single cookie',
        remedy: 'use one cookie for both, or a Service each',
      },
      'api-object': {
        problem: 'is an object that is made elsewhere in the program, and an OAM platform needs it in the component',
        remedy: 'give it by KubernetesWorkload.fromManifest() or a typed factory, or install a KubernetesPlatform',
      },
      'made-elsewhere': {
        problem: 'cannot be expressed: the {kind:bare} is made elsewhere in the program, and nothing on it is changed',
        remedy: 'set it where the {kind:bare} is made',
      },
      'changes-object': {
        problem: 'would change the {kind:bare} of the component, which is made elsewhere in the program',
        remedy: 'change it where the {kind:bare} is made',
      },
      'metadata': {
        problem: 'cannot be expressed: without an OAM platform there is no object to which it could belong',
        remedy: 'leave it out',
      },
      'data': {
        problem: 'cannot be expressed without an OAM platform: only the OAM runtime reads it',
        remedy: 'leave them out, and give the value itself',
      },
      'scopes': {
        problem: 'cannot be expressed without an OAM platform: only the OAM runtime reads it',
        remedy: 'leave them out, and write what the scope did as a separate object',
      },
      'trait-metadata': {
        problem: 'cannot be expressed: no object is made of the trait to which they could belong',
        remedy: 'leave them out',
      },
      'list': { problem: 'is a list of objects', remedy: 'make each of them a separate component or trait' },
      'gpu': {
        problem: 'cannot be expressed: Kubernetes knows GPUs only as the resources of device plugins',
        remedy: 'request the resource of its device plugin in \'extended\', such as "nvidia.com/gpu"',
      },
      'regex-path': {
        problem: 'cannot be Regex: an Ingress knows exact paths and prefixes only',
        remedy: 'the Gateway API could, and so could an OAM platform with Istio: write an HTTPRoute by CustomTrait, or use Prefix',
        inManifests: 'the Gateway API could, and so could an OAM platform with Istio: write an HTTPRoute as a further trait, or use Prefix',
      },
      'authorization-policy': {
        problem: 'cannot be expressed: an Ingress does not ask who sends a request',
        remedy: 'Istio could, as on an OAM platform: write its AuthorizationPolicy by CustomTrait, or let the application ask',
        inManifests: 'Istio could, as on an OAM platform: write its AuthorizationPolicy as a further trait, or let the application ask',
      },
      'unnamed-service': {
        problem: 'needs the name of the Service, which the annotation of this ingress controller contains',
        remedy: 'name the Service in \'destination.host\'',
      },
      'cookie': {
        problem: 'cannot be expressed: controller {controller:bare} has no annotation of an Ingress for a session cookie',
        remedy: 'these could: {able:list} (name one by IngressController), or an OAM platform with Istio; or leave it out',
        inManifests: 'these could: {able:list} (give --ingress-controller), or an OAM platform with Istio; or leave it out',
      },
      'cookie-of-unknown-controller': {
        problem: 'cannot be expressed: an Ingress alone has none, and the controller is not known',
        remedy: 'these could: {able:list} (name one by IngressController), or an OAM platform with Istio; or leave it out',
        inManifests: 'these could: {able:list} (give --ingress-controller), or an OAM platform with Istio; or leave it out',
      },
      'annotated-endpoint': {
        problem: 'gives a port or a path, but each WebLogic server is scraped at the port and path that its operator writes into the annotations of the pod',
        remedy: 'leave \'port\', \'path\' and \'ports\' out',
      },
      'log-home': {
        problem: 'could read no log: \'logHomeEnabled\' of Domain {name} is false, and its servers mount no volume',
        remedy: 'leave \'logHomeEnabled\' out, or leave the trait out',
      },
      'ending-pods': {
        problem: 'the pods of a {kind:bare} terminate, which a sidecar never does',
        remedy: 'leave it out, and read what the pods print',
      },
      'no-pods': {
        problem: 'a {kind:bare} has no pods to which a sidecar could be added',
        remedy: 'put the trait on the component whose workload runs the pods',
      },
      'clashing-mounts': {
        problem: 'the sidecar mounts what the other containers mount, and different volumes are mounted at {mountPath}',
        remedy: 'mount them at different places',
      },
      'mount-expression': {
        problem: 'the sidecar mounts what the other containers mount, and does not have the variables that \'subPathExpr\' uses at {mountPath}',
        remedy: 'mount it without an expression',
      },
    },
  },
  'removed-api-version': {
    cause: 'An object has an API version from which Kubernetes removed its kind.',
    background: 'Every supported version of Kubernetes rejects it.',
    remedy: 'Write the object in the API version that the message names; the deprecated API migration guide of Kubernetes lists the fields that differ.',
    says: {
      gone: {
        problem: 'is {version}, and Kubernetes {since:bare} removed {kind:bare}',
        remedy: 'leave it out; Pod Security Admission replaces it',
      },
      moved: {
        problem: 'must be {now}, got {version}, from which Kubernetes {since:bare} removed {kind:bare}',
        remedy: 'write the object in that version; some of its fields may differ',
      },
    },
  },
  'renderer-failed': {
    cause: 'A renderer that was given to the KubernetesPlatform threw an error.',
    remedy: 'Fix the renderer; it is called once for each workload or trait of its kind.',
    says: { problem: 'failed: {message:bare}', remedy: 'fix the renderer for {kind:bare}' },
  },
  'reserved-label': {
    cause: 'A label by which the model identifies the owner of an object, or the target of a series, is given another value.',
    background: 'The OAM runtime would silently overwrite it.',
    remedy: 'Leave it out.',
    says: {
      'application': { problem: 'must not be set: it differs for each component', remedy: 'leave it out' },
      'monitor': { problem: 'must not be set: the label identifies the component of each monitor', remedy: 'leave it out' },
      'series': { problem: 'must not be set: the label identifies the target of each series', remedy: 'leave it out, or give it another name' },
      'other-value': { problem: 'must be {expected}, got {value}: the label identifies the owner of the object', remedy: 'leave it out' },
      'selecting': { problem: 'must not be set: it is the label by which the pods are selected', remedy: 'leave it out' },
    },
  },
  'unknown-oam-kind': {
    cause: 'A workload or a trait is of a kind of OAM that the library does not know, and that a cluster without an OAM platform does not know either.',
    remedy: 'Give the KubernetesPlatform a renderer for it: an object with `apiVersion`, `kind` and `render()`, which returns Kubernetes objects.',
    says: {
      'no-renderer': {
        problem: 'is a {kind:bare} of {version:bare}, which a cluster without an OAM platform does not know',
        remedy: 'give the KubernetesPlatform a renderer for it: \'renderers: [{ apiVersion, kind, render }]\'',
        inManifests: 'write it as objects that the cluster knows, or leave it out',
      },
      'rendered': {
        problem: 'is a {kind:bare} of {version:bare}, which a cluster without an OAM platform does not know',
        remedy: 'return Kubernetes objects',
      },
      'misspelt': { problem: 'is {kind}, which {version:bare} is not known to have', remedy: 'write {word}' },
    },
  },
} as const satisfies Record<string, Explanation>;
