import { Explanation, joined } from '../sentence';

/** Findings about the effects of changed manifests on what runs. */
export const CHANGES_CODES = {
  'immutable-field': {
    cause: 'The API server rejects a change of this field in an existing object and may block later changes (warning).',
    remedy: 'Keep the field, or delete the object first. To let the GitOps tool replace it, annotate it with '
      + '`kustomize.toolkit.fluxcd.io/force: enabled` (Flux) or `argocd.argoproj.io/sync-options: Force=true,Replace=true` (Argo '
      + 'CD).',
    says: [joined('cannot change in a {kind:bare} that exists: it must be deleted and recreated, ', 'and {anew:phrase}'),
      'keep the field as it is, or delete {name:bare} before the change is applied'],
  },
  'data-left-behind': {
    cause: 'An object that holds data or other objects is removed or renamed, and its replacement starts empty (warning).',
    remedy: 'Keep the name and the namespace, or copy the data before you delete the old object.',
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
      'kept': ['is no longer declared, but stays in the cluster: its metadata tells {tool:bare} not to delete it',
        'delete it by hand when nobody needs what it holds'],
      'kept-renamed': [joined('is {now:bare} now, which begins with an empty volume; ',
        'the old one stays in the cluster, since its metadata tells {tool:bare} not to delete it'),
      'keep the name, or copy the data'],
      'set': ['is removed, and its claims {claims:list} stay, with their volumes, until somebody deletes them',
        'delete the claims when nobody needs the data'],
      'set-deletes': ['is removed, and its claims {claims:list} are deleted with it, since whenDeleted is Delete',
        'set whenDeleted to Retain before, if anybody needs the data'],
      'set-renamed': [joined('is {now:bare} now, which begins with empty volumes; ',
        'the claims {claims:list} of the old one are no longer used'),
      'keep the name, or copy the data before'],
    },
  },
  'address-changed': {
    cause: 'Clients can no longer reach a Service or host at its present address (warning).',
    remedy: 'Keep it until all clients use the new one.',
    says: {
      'removed': ['is removed, so clients can no longer reach its name and address', 'keep it until no client uses it'],
      'renamed': ['is {now:bare} now: clients can no longer reach the old name and address',
        'keep both until all clients use the new name'],
      'external': ['is {is:bare} and was {was:bare}: the load balancer and its address are released',
        'keep the type until no client uses the address'],
      'node-port': ['is {is:bare} and was {was:bare}: the port of the nodes is released',
        'keep the type until no client uses the port'],
      'field': ['is {is:bare} and was {was:bare}: clients that use the old one get no answer', 'keep it until no client uses it'],
      'port': ['no longer has port {ports:list}', 'keep the port until no client uses it'],
      'host': ['no longer serves {hosts:list}, and no other declared object does', 'keep the hosts until no client uses them'],
    },
  },
  'route-taken-over': {
    cause: 'A route, Ingress or VirtualService takes over requests of another one and leads them elsewhere (warning).',
    remedy: 'Give each its own hosts or paths, unless the change is intended.',
    says: [joined('{object:bare} takes the requests for {paths:list} of {host:bare} from {first:bare}: ',
      'they lead to {target:bare} now, and led to {source:bare}'),
    'give each its own host or path, unless that is meant'],
  },
  'series-renamed': {
    cause: 'The job, labels or renaming rules of scraped pods change, so queries, alerts and dashboards no longer match (warning).',
    remedy: 'Keep the job and the labels, or update the queries together with the monitor.',
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
