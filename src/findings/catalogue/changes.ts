import { Explanation, joined } from '../sentence';

/** What a change of manifests does to what runs. */
export const CHANGES_CODES = {
  'immutable-field': {
    cause: 'A field has changed that the API server does not change once the object is there: it refuses to apply the manifest.',
    background: 'This is a warning. Until the object is deleted, it stays as it was, and so may all that is applied after it.',
    remedy: 'Keep the field as it is. Otherwise delete the object before the change is applied, or let the GitOps tool replace it, by the '
      + 'annotation `kustomize.toolkit.fluxcd.io/force: enabled` for Flux or `argocd.argoproj.io/sync-options: Force=true,Replace=true` '
      + 'for Argo CD; the message says what that means for what runs.',
    says: [joined('cannot change in a {kind:bare} that exists: it has to be deleted and created again, ', 'and {anew:phrase}'),
      'keep the field as it is, or delete {name:bare} before the change is applied'],
  },
  'data-left-behind': {
    cause: 'An object that holds data or other objects is removed, or has another name now: what takes its place begins without them.',
    background: 'This is a warning.',
    remedy: 'Keep the name and the namespace, or copy the data before the old object is deleted.',
    says: {
      'namespace': [joined('is removed, and all that is in namespace {namespace:bare} is deleted with it: ',
        'also what other programs have made there, and claims with what is on their volumes'),
      'keep it, or copy what is still needed before'],
      'definition': ['is removed, and all objects of the kind {kind:bare} in the cluster are deleted with it',
        'keep it as long as anybody has such objects'],
      'claim': ['is removed, and what is on its volume is lost, unless the reclaim policy of the volume is Retain',
        'keep it, or copy the data before'],
      'claim-renamed': [joined('is {now:bare} now, which begins with an empty volume; ',
        'what is on the old one is lost, unless its reclaim policy is Retain'),
      'keep the name, or copy the data before'],
      'set': ['is removed, and its claims {claims:list} stay, with their volumes, until somebody deletes them',
        'delete the claims when nobody needs the data any more'],
      'set-deletes': ['is removed, and its claims {claims:list} are deleted with it, since whenDeleted is Delete',
        'set whenDeleted to Retain before, if anybody needs the data'],
      'set-renamed': [joined('is {now:bare} now, which begins with empty volumes; ',
        'the claims {claims:list} of the old one are not used any more'),
      'keep the name, or copy the data before'],
    },
  },
  'address-changed': {
    cause: 'Clients that use the present address of a Service, or a host, do not reach it any more.',
    background: 'This is a warning.',
    remedy: 'Keep the Service or the host until all clients use the new one.',
    says: {
      'removed': ['is removed: its name and its address lead nowhere then', 'keep it until no client uses it'],
      'renamed': ['is {now:bare} now: the old name and address lead nowhere then', 'keep both until all clients use the new name'],
      'external': ['is {is:bare} and was {was:bare}: the load balancer and its address are given up',
        'keep the type until no client uses the address'],
      'node-port': ['is {is:bare} and was {was:bare}: the port of the nodes is given up',
        'keep the type until no client uses the port'],
      'field': ['is {is:bare} and was {was:bare}: clients that use the old one get no answer', 'keep it until no client uses it'],
      'port': ['no longer has port {ports:list}', 'keep the port until no client uses it'],
      'host': ['no longer serves {hosts:list}, and no other declared object does', 'keep the hosts until no client uses them'],
    },
  },
  'route-taken-over': {
    cause: 'An Ingress, a route or a VirtualService takes requests that another one took, and leads them elsewhere.',
    background: 'This is a warning. The most specific host and path get a request, whatever object they are in.',
    remedy: 'Give each object its own hosts or paths, unless the requests are meant to go there.',
    says: [joined('{object:bare} takes the requests for {paths:list} of {host:bare} from {first:bare}: ',
      'they lead to {target:bare} now, and led to {source:bare}'),
    'give each its own host or path, unless that is meant'],
  },
  'series-renamed': {
    cause: 'Pods are scraped with another job, without labels that their series had, or by other rules that name series: '
      + 'the old series end, and new ones begin.',
    background: 'This is a warning. Queries, alert rules and dashboards that ask for the old job or labels no longer match.',
    remedy: 'Keep the job and the labels, or change what asks for them along with the monitor.',
    says: {
      job: [joined('the job of the series is {is:list} now and was {was:list}: ',
        'queries, alert rules and dashboards for the old job no longer match'),
      'keep the job, or change what asks for it too'],
      rules: [joined('the metric relabelings that name series have changed: ',
        'queries, alert rules and dashboards for the old names and labels may no longer match'),
      'keep the rules, or change what asks for the series too'],
      labels: [joined('the series lose the labels {labels:list}, or have other values of them: ',
        'queries, alert rules and dashboards that use them may no longer match'),
      'keep the labels, or change what asks for them too'],
    },
  },
} as const satisfies Record<string, Explanation>;
