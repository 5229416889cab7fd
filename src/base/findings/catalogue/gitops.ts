import { arrows, CodeSentences, List, Maker, Name, ofWords, showMaker, shown } from '../sentence';
import type { Shown } from '../finding';

/** Findings about an app that GitOpsApp synthesizes, and what Argo CD or Flux delivers of it. */
export const GITOPS_CODES = {
  'dependency-cycle': (p: { path: List }) =>
    [`depends on itself: ${arrows(p.path)}`, 'remove one of these dependencies, or one between constructs in them'],
  'dependency-outside-chart': {
    help: 'let charts, or constructs in charts, depend on each other',
    source: (p: { maker: Maker }) => `depends on ${showMaker(p.maker)}, and is in no chart`,
    target: (p: { maker: Maker }) => `depends on ${showMaker(p.maker)}, which is in no chart`,
    stranger: (p: { maker: Maker }) =>
      [`depends on ${showMaker(p.maker)}, which was removed, or is in another app or environment: nothing puts these `
        + 'in order',
      'remove the dependency, or depend on what is in the same app'],
  },
  'duplicate-file': {
    'help': 'give the chart another id',
    'own-words': ofWords,
    'charts': (p: { file: string; maker: Maker }) =>
      `has the file name "${p.file}", as ${showMaker(p.maker)} has: one of them would be lost`,
    'objects': (p: { file: string; maker: Maker }) =>
      [`has the file name "${p.file}", as ${showMaker(p.maker)} has: one of them would be lost`,
        "give each its own 'metadata.name', or choose an output type that has no file for each resource"],
    'apps': ['is written by another GitOpsApp of this program too, with another content: one of them would be lost',
      'give the chart or the object another id, or each app its own `outdir`'],
  },
  'files-differ-in-case': (p: { twin: Name }) =>
    [`differs from ${shown(p.twin)} only in case, or in the Unicode form of a letter`, 'rename one of them'],
  'made-while-rendering': ['is created while objects are rendered, and would be missing from the manifests',
    'create it before `synth()`, not in a Lazy, a resolver or a `toJson()`'],
  'namespace-on-cluster-scoped': (p: { kind: string; value: Shown; pointer: string }) =>
    [`must be left out, since ${p.kind} is cluster-scoped, got ${shown(p.value)}`,
      `leave it out; JsonPatch.remove('${p.pointer}') removes it from an object of a file or a Helm chart`],
  'not-rendered': (p: { message: string }) => [`${p.message}`,
    'give plain data (strings, numbers, booleans, lists and objects), or fix the Lazy, the resolver or the '
      + '`toJson()` that failed'],
  'shared-output-folder': {
    name: (p: { folder: string }) =>
      [`is required: another GitOpsApp of this program has written other charts into "${p.folder}", and would lose `
        + 'them',
      'give each app a `name`, or its own `outdir`'],
    outdir: (p: { folder: string }) =>
      [`must be a separate folder: another app of this program has written other charts into "${p.folder}"`,
        'add all environments to one Environments, or choose another folder'],
  },
  'unsafe-path': {
    'help': 'give each part of the path a name that every file system accepts',
    'outside': 'must be a path in the output folder',
    'own-prefix': (p: { prefix: Name }) =>
      `must have no part that begins with ${shown(p.prefix)}, as the library's own files do`,
    'part': (p: { part: Name; max: number }) =>
      [`must have names that every file system accepts, got ${shown(p.part)}`,
        `use 1 to ${p.max} bytes, no invisible character, none of \\ : * ? " < > |, no space or dot at the end, and `
          + 'no device such as "con"'],
    'long-path': (p: { max: number }) => [`must have at most ${p.max} bytes`, 'give it a shorter path'],
  },
  'not-deliverable': {
    'own-words': ofWords,
    'cycle': (p: { path: List }) => [`is delivered in parts that need each other: ${arrows(p.path)}`,
      'remove a dependency between their charts, or put these charts into one namespace'],
    'long-name': (p: { name: Name; max: number }) =>
      [`would be delivered by ${shown(p.name)}, whose name must have at most ${p.max} characters`,
        'give the environment or the namespace a shorter name'],
    'same-name': (p: { name: Name; other: Name }) =>
      [`would be delivered by ${shown(p.name)}, which delivers ${shown(p.other)} too`,
        'give the environment or the namespace another name'],
    'same-object': (p: { object: string; other: Name }) =>
      [`has ${p.object} in common with ${shown(p.other)}, which is applied to the same cluster`,
        "if they are delivered to different clusters, give each environment its 'cluster'"],
    'kustomizations': ['must not be set with Argo CD, which would build each folder by kustomize', 'leave it out'],
    'cluster-kind': (p: { kind: string; project: Name }) =>
      [`is ${p.kind}, which belongs to the whole cluster and is not allowed in project ${shown(p.project)}`,
        "allow it in 'clusterResourceWhitelist' of the AppProject, and list it in 'clusterResources'"],
    'substituted': (p: { text: string }) => [`holds "${p.text}", which Flux replaces before it applies the object`,
      "give the object the annotation 'kustomize.toolkit.fluxcd.io/substitute: disabled', or name the variable in "
        + "'substitute'"],
    'application-set': (p: { part: Name; needed: Name }) =>
      [`must not be set: ${shown(p.part)} depends on ${shown(p.needed)}, and the Applications of an ApplicationSet `
        + 'are in no order',
      'leave it out, or remove the dependency between their charts'],
    'twice': (p: { tool: string }) => [`is ${p.tool} a second time`, 'leave one out'],
  },
} as const satisfies Record<string, CodeSentences>;
