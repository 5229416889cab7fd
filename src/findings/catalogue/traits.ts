import type { Explanation } from '../explanation';

/** What can be wrong with traits that say how many pods run, or that are Kubernetes objects beside the workload. */
export const TRAITS_CODES = {
  'locked-out': {
    cause: 'A NetworkPolicyTrait would lock out the scraper or the ingress controller, since it is not known where their pods run.',
    background: 'A NetworkPolicy rejects all that it does not let in, and says so nowhere.',
    remedy: 'Tell the trait where they run: `scraper`, `ingressController`.',
    says: {
      'scraper': {
        problem: 'would lock out the scraper of the component, since it is not known where its pods run',
        remedy: 'give \'scraper\', or set \'withoutScraper\' if its metrics need not be collected',
      },
      'scraper-ports': {
        problem: 'would lock out the scraper of the component, since its operator chooses the ports of the metrics',
        remedy: 'give \'scraper\' with \'ports\', or set \'withoutScraper\' if its metrics need not be collected',
      },
      'controller': {
        problem: 'would lock out the ingress controller, which an IngressTrait leads to the component, since it is not known where its pods run',
        remedy: 'give \'ingressController\', or, on a KubernetesPlatform, \'namespace\' and \'podLabels\' of its IngressController',
      },
    },
  },
  'members-locked-out': {
    cause: 'The pods of a cluster that an operator runs call each other, and a NetworkPolicyTrait does not let them.',
    background: 'It is a warning: another policy may let them in. Their operator calls them too.',
    remedy: 'Let in the component itself to all ports, and the pods of the operator.',
    says: {
      problem: 'does not let in the component itself: the pods of a {kind:bare} call each other, and their operator calls them',
      remedy: 'add the binding of the component with \'allPorts\', and the pods of the operator',
    },
  },
  'missing-request': {
    cause: 'An AutoscalerTrait compares what pods use with what they request, and a container requests nothing.',
    background: 'The HorizontalPodAutoscaler reports "missing request" then, and scales nothing.',
    remedy: 'Give each container a request of the resource, or scale by another metric.',
    says: {
      problem: 'compares with the {resource:bare} that each container requests, which is missing on {containers:quoted}, so that nothing is scaled',
      remedy: 'set resources.requests.{resource:bare}; where you cannot, or a LimitRange does, give the metric in \'metrics\'',
    },
  },
  'no-eviction': {
    cause: 'A disruption budget allows no pod to be evicted, so that the nodes of the pods cannot be drained.',
    background: 'Kubernetes counts a percentage of the pods and rounds up.',
    remedy: 'Let at least one pod be evicted, or run more of them.',
    says: {
      never: {
        problem: 'allows no pod to be evicted, so that no node with such a pod can be drained',
        remedy: 'let at least one be evicted, such as by maxUnavailable: PercentOrAbsolute.absolute(1)',
      },
      unscaled: {
        problem: 'is counted against a number of pods that a {kind:bare} does not have, so that Kubernetes allows no pod to be evicted',
        remedy: 'give minAvailable as a number of pods, such as PercentOrAbsolute.absolute(1)',
      },
      replicas: {
        problem: 'keeps {kept} of {replicas} pods, so that none can be evicted, and no node with such a pod can be drained',
        remedy: 'run more pods, or use maxUnavailable: PercentOrAbsolute.absolute(1)',
      },
    },
  },
  'no-pods': {
    cause: 'A trait selects the pods of its component, or a component stands for an object that runs pods, and there are none, or how they are labelled is not known.',
    remedy: 'Put the trait on the component whose workload runs the pods; give `fromApiObject()` the object that runs them.',
    says: {
      'workload': { problem: 'is on a {kind:bare}, which has no pods', remedy: 'put the trait on the component whose workload runs the pods' },
      'unlabelled': { problem: 'is on a {kind:bare} whose pods have no labels', remedy: 'give the pods labels, and the workload a selector of them' },
      'api-object': {
        problem: 'is a {kind:bare}, which has no pods',
        remedy: 'give the object that runs the pods, such as ApiObject.of(deployment)',
      },
      'api-object-unlabelled': { problem: 'is a {kind:bare} whose pods have no labels', remedy: 'give the pods labels, and the {kind:bare} a selector of them' },
      'peer': {
        problem: 'must be a component whose workload has pods that are known here',
        remedy: 'name such a component, or give \'podLabels\' in its place',
      },
      'elsewhere': {
        problem: 'is on component {component}, which is not declared here, so that the labels of its pods are not known',
        remedy: 'declare the component here, or write the object by CustomObject',
      },
    },
  },
  'not-scalable': {
    cause: 'A ManualScalerTrait or an AutoscalerTrait is on a workload whose number of pods cannot be set.',
    background: 'On an OAM platform a ManualScalerTrait fails with "cannot scale the resource" then.',
    remedy: 'Put it on the component whose workload runs the pods. In place of a ManualScalerTrait, the workload itself may have the number.',
    says: {
      'workload': {
        problem: 'is on component {component}, whose workload is a {kind:bare}: it has no number of replicas to set',
        remedy: 'put the trait on the component whose workload runs the pods, or leave it out',
      },
      'no-replicas': {
        problem: 'is on a {kind:bare}, which has no number of replicas to set',
        remedy: 'put the trait on the component whose workload runs the pods, or leave it out',
      },
      'exclusive-volume': {
        problem: 'must be 0 or 1, since its pods cannot share a volume (claim {claim})',
        remedy: 'share the volume with sharingPolicy Shared, or make it ephemeral',
      },
      'one-part': {
        problem: 'is on a {kind:bare}, which autoscalers scale by its {part:bare} resources, and it has {count}',
        remedy: 'declare one of them, or write a HorizontalPodAutoscaler for each by CustomObject',
      },
      'unset': {
        problem: 'scales a {kind:bare} without a number of replicas: Kubernetes serves no scale of it then',
        remedy: 'give it the number with which it starts, and let what applies the manifests ignore the field',
      },
      'invalid': {
        problem: 'is on a {kind:bare} that is invalid with the values of its parameters, so that what is made of it is not known',
        remedy: 'correct the values',
      },
    },
  },
  'scaled-twice': {
    cause: 'An autoscaler sets the number of pods of a component, and so does something else.',
    background: 'Each time the manifests are applied, the number that the autoscaler has chosen is overwritten.',
    remedy: 'Leave the number to one of them.',
    says: {
      trait: { problem: 'is beside {maker:maker}, which sets the number of pods too', remedy: 'leave one of them out' },
      replicas: {
        problem: 'is on a {kind:bare} with a number of replicas of its own ({replicas}), which is set again whenever the manifests are applied',
        remedy: 'leave \'replicas\' out of the workload',
      },
    },
  },
} as const satisfies Record<string, Explanation>;
