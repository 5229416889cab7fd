import type { Explanation } from '../explanation';

/** What can be wrong with the pods of a workload. */
export const WORKLOADS_CODES = {
  'applied-as-is': {
    cause: 'An OAM platform applies a workload, and does less for it than for a Deployment.',
    background: 'This is a warning. The platform collects no metrics from its pods by itself, and its OAM runtime creates only the kinds that its ClusterRole names.',
    remedy: 'See that the OAM runtime may manage the kind. Render the program for a KubernetesPlatform if the metrics are wanted.',
    says: {
      problem: 'is a {kind:bare}, which the OAM platform of {vendor} applies as it is: it collects no metrics from the pods, and its OAM runtime needs the right to manage the kind',
      remedy: 'check the ClusterRole of the OAM runtime',
    },
  },
  'no-config-map': {
    cause: 'The pods of a workload should follow the ConfigMaps that they use, and use none that is a component of the application.',
    background: 'Of a ConfigMap that is made elsewhere nobody knows here what is in it.',
    remedy: 'Bind a component with the ConfigMap (`KubernetesWorkload.configMap()`) and use it in the pods.',
    says: {
      problem: 'has no effect: the pods use no ConfigMap that is a component of application {application}',
      remedy: 'bind a component with the ConfigMap, or leave it out',
    },
  },
  'no-requests': {
    cause: 'A container requests no CPU or no memory.',
    background: 'This is a warning. The scheduler counts the container as nothing, and its pod is among the first to be evicted. An AutoscalerTrait that goes by utilization cannot work.',
    remedy: 'Give `requests`; a limit counts as one.',
    says: {
      problem: 'does not say how much {fields:and} the container needs: the scheduler puts the pod on any node, however full',
      remedy: 'give what the container needs',
    },
  },
  'pod-security': {
    cause: 'A field of the pods contradicts the Pod Security Standard that the workload sets in `podSecurity`.',
    background: 'A namespace that enforces the standard rejects the pods: the Deployment is created, and nothing runs.',
    remedy: 'Change the field, or set a standard that allows it. The rules are those of Kubernetes 1.34.',
    says: {
      'not-allowed': {
        problem: 'must be one of {allowed:list}, got {value}: the Pod Security Standard {standard} allows nothing else',
        remedy: 'change it, or set another standard in \'podSecurity\'',
      },
      'must-be': {
        problem: 'must be {only:bare}, got {value}: the Pod Security Standard {standard} allows nothing else',
        remedy: 'change it, or set another standard in \'podSecurity\'',
      },
      'must-not-be-set': {
        problem: 'must not be set: the Pod Security Standard {standard} forbids it',
        remedy: 'leave it out, or set another standard in \'podSecurity\'',
      },
      'source': {
        problem: 'is not a source of volumes that the Pod Security Standard {standard} allows ({allowed:list})',
        remedy: 'use one of them, or set another standard in \'podSecurity\'',
      },
      'drop': {
        problem: 'must contain "ALL": the Pod Security Standard {standard} demands that all capabilities are dropped',
        remedy: 'leave \'drop\' out, and it is written',
      },
      'root': {
        problem: 'must not be 0: the Pod Security Standard {standard} forbids containers that run as root',
        remedy: 'give the user of the image, or leave it out',
      },
    },
  },
  'resource-not-found': {
    cause: 'A program asks a binding for an object that is not rendered for its component.',
    background: 'On an OAM platform, Components are rendered, and the cluster makes the Deployments and Services of them.',
    remedy: 'Ask for one of the objects that the message lists, or use `tryFindResource()`.',
    says: {
      problem: 'no {kind:bare}{name:named} is rendered for component {component}, only {objects:list}',
      remedy: 'ask for one of these, or use tryFindResource()',
    },
  },
  'unmounted-claim': {
    cause: 'No container mounts a volume claim template of a StatefulSet.',
    background: 'Each pod gets a disk, which nothing uses and which stays when the StatefulSet is deleted.',
    remedy: 'Mount it in `volumeMounts`, or leave it out.',
    says: {
      problem: 'claims volume {name}, which no container mounts',
      remedy: 'mount it in \'volumeMounts\', or leave it out',
    },
  },
  'unusable-api-object': {
    cause: 'The object that a component takes by `KubernetesWorkload.fromApiObject()` is not in this app, cannot be rendered, or is the workload of another component.',
    background: 'The object is read when the tree is validated, as it is by then.',
    remedy: 'Make the object in the app of the component, and give each component its own.',
    says: {
      'other-app': { problem: 'is {kind:bare} {name} of another app', remedy: 'make the {kind:bare} and the component in one app' },
      'removed': { problem: 'is {kind:bare} {name}, which was removed from the app', remedy: 'give an object that is in the app' },
      'failed': { problem: 'is a {kind:bare} that cannot be rendered: {message:bare}', remedy: 'correct the {kind:bare}' },
      'taken': {
        problem: 'is a {kind:bare} that is already the workload of the component bound by {maker:maker}: its series would have the labels of both',
        remedy: 'bind it once',
      },
    },
  },
} as const satisfies Readonly<Record<string, Explanation>>;
