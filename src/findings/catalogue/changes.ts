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
    cause: 'An object that holds data is removed, or has another name now: what takes its place begins without the data.',
    background: 'This is a warning.',
    remedy: 'Keep the name and the namespace, or copy the data before the old object is deleted.',
    says: {
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
      'host': ['no longer serves {hosts:list}, and nothing else does', 'keep the hosts until no client uses them'],
    },
  },
} as const satisfies Record<string, Explanation>;
