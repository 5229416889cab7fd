import { joined } from '../sentence';
import type { Explanation } from '../sentence';

/** What can be wrong with what Argo CD or Flux is told to deliver. */
export const DELIVERY_CODES = {
  'invalid-repository': {
    cause: 'The Git repository from which Argo CD or Flux delivers is not described in a way that they read, or with a password in it.',
    background: 'What is described goes into manifests, which anybody with access to the repository can read.',
    remedy: 'Give the URL without user and password, and the path of the output folder from the root of the repository.',
    says: {
      'credentials': ['must have no user and no password: they would be in the manifests', 'give them to {tool:bare} in a Secret'],
      'argo-cd-url': ['must be the URL of a Git repository as Argo CD reads it: https://…, ssh://… or git@<host>:<path>',
        'write the URL by which it is cloned'],
      'flux-url': ['must be the URL of a Git repository as Flux reads it: https://… or ssh://…', 'write the URL by which it is cloned'],
      'path': ['must be a folder in the repository, with "/" between the parts of its path and without "..", got {value}',
        'write its path from the root of the repository'],
      'no-path': ['is required: the output folder is not in the working directory, or that is not the root of the repository',
        'give the path of the output folder from the root of the repository'],
    },
  },
  'not-deliverable': {
    cause: 'Argo CD or Flux would not apply what is rendered as it is meant.',
    background: 'An Application of Argo CD or a Kustomization of Flux applies the objects of one folder, in an order of its own.',
    remedy: 'See what the message says.',
    says: {
      'cycle': ['is delivered in parts that need each other: {path:arrows}',
        'remove a dependency between their charts, or put these charts into one namespace'],
      'long-name': ['would be delivered by {name}, whose name must have at most {max} characters',
        'give the environment or the namespace a shorter name'],
      'same-name': ['would be delivered by {name}, as a part of {other} is', 'give the environment or the namespace another name'],
      'same-object': ['has {object:bare} {namespace:namespace}, which {other} has too: both would be applied to one cluster',
        "if they are delivered to different clusters, give each environment its 'cluster'"],
      'same-objects': [joined('has {object:bare} {namespace:namespace} and {count} more of the objects that {other} has too: ',
        'both would be applied to one cluster'), "if they are delivered to different clusters, give each environment its 'cluster'"],
      'too-large': ['is delivered in a folder of {bytes} bytes, and Argo CD reads at most {max}',
        'divide the objects among more namespaces, or keep large data elsewhere'],
      'kustomizations': ['must not be set with Argo CD, which would build each folder by kustomize', 'leave it out'],
      'source-file': ['is delivered from a folder with the file {file}, so that Argo CD would not read its manifests as they are',
        'remove the file'],
      'own-folder': ['is {folder}, the folder in which this object is written itself', 'write it outside the folder to which it points'],
      'cluster-kind': ['is of a kind of the whole cluster, which project {project} does not allow: {kind:bare}',
        "allow it in 'clusterResourceWhitelist' of the AppProject, and list it in 'clusterResources'"],
      'substituted': ['holds "{text:bare}", which Flux replaces before it applies the object',
        "give the object the annotation 'kustomize.toolkit.fluxcd.io/substitute: disabled', or name the variable in 'substitute'"],
      'no-name': ['is required: kustomize, by which Flux reads its folders, takes no object without a name', 'give the object a name'],
      'application-set': ['must not be set: {part} depends on {needed}, and the Applications of an ApplicationSet are in no order',
        'leave it out, or remove the dependency between their charts'],
      'twice': ['is {tool:bare} a second time', 'leave one out'],
      'variable': ['must be the name of a variable: letters, digits and "_", and no digit at the beginning, got {value}',
        'give it another name'],
      'not-a-delivery': ['must be a GitOpsDelivery, got {value}', 'make it by GitOpsDelivery.argoCd() or GitOpsDelivery.flux()'],
    },
  },
} as const satisfies Record<string, Explanation>;
