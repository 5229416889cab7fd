import { arrows, Explanation, List, Name, ofWords, shown } from '../sentence';

/** Findings about what Argo CD or Flux is configured to deliver. */
export const DELIVERY_CODES = {
  'not-deliverable': {
    cause: 'Argo CD or Flux would not apply the rendered objects as intended.',
    remedy: 'Correct the field or object that the message names.',
    says: {
      'own-words': ofWords,
      'cycle': (p: { path: List }) => [`is delivered in parts that need each other: ${arrows(p.path)}`,
        'remove a dependency between their charts, or put these charts into one namespace'],
      'long-name': (p: { name: Name; max: number }) =>
        [`would be delivered by ${shown(p.name)}, whose name must have at most ${p.max} characters`,
          'give the environment or the namespace a shorter name'],
      'same-name': (p: { name: Name; other: Name }) => [`would be delivered by ${shown(p.name)}, which delivers ${shown(p.other)} too`,
        'give the environment or the namespace another name'],
      'same-object': (p: { object: string; other: Name }) =>
        [`has ${p.object} in common with ${shown(p.other)}, which is applied to the same cluster`,
          "if they are delivered to different clusters, give each environment its 'cluster'"],
      'same-objects': (p: { object: string; count: number; other: Name }) =>
        [`has ${p.object} and ${p.count} more in common with ${shown(p.other)}, which is applied to the same cluster`,
          "if they are delivered to different clusters, give each environment its 'cluster'"],
      'too-large': (p: { bytes: number; max: number }) =>
        [`is delivered in a folder of ${p.bytes} bytes, and Argo CD reads at most ${p.max}`,
          'divide the objects among more namespaces, or keep large data elsewhere'],
      'kustomizations': ['must not be set with Argo CD, which would build each folder by kustomize', 'leave it out'],
      'source-file': (p: { file: Name; tool: string }) =>
        [`is delivered from a folder with the file ${shown(p.file)}, so that ${p.tool} would not read its manifests as they are`,
          'remove the file'],
      'own-folder': (p: { folder: Name }) => [`is ${shown(p.folder)}, the folder in which this object is written itself`,
        'write it outside the folder to which it points'],
      'cluster-kind': (p: { kind: string; project: Name }) =>
        [`is ${p.kind}, which belongs to the whole cluster and is not allowed in project ${shown(p.project)}`,
          "allow it in 'clusterResourceWhitelist' of the AppProject, and list it in 'clusterResources'"],
      'substituted': (p: { text: string }) => [`holds "${p.text}", which Flux replaces before it applies the object`,
        "give the object the annotation 'kustomize.toolkit.fluxcd.io/substitute: disabled', or name the variable in 'substitute'"],
      'application-set': (p: { part: Name; needed: Name }) =>
        [`must not be set: ${shown(p.part)} depends on ${shown(p.needed)}, and the Applications of an ApplicationSet are in no order`,
          'leave it out, or remove the dependency between their charts'],
      'twice': (p: { tool: string }) => [`is ${p.tool} a second time`, 'leave one out'],
    },
  },
} as const satisfies Record<string, Explanation>;
