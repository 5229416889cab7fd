import { arrows, Explanation, List, Maker, Name, ofWords, showMaker, shown } from '../sentence';
import type { Shown } from '../finding';

/** Findings about an app that GitOpsApp synthesizes, and what Argo CD or Flux delivers of it. */
export const GITOPS_CODES = {
  'dependency-cycle': {
    cause: 'Constructs depend on each other in a cycle, so none can be applied first.',
    remedy: 'Remove one of the dependencies in the message: an `addDependency()` of a construct, of one around it, or '
      + 'of one in it.',
    help: 'remove one of these dependencies, or one between constructs in them',
    says: (p: { path: List }) => `depends on itself: ${arrows(p.path)}`,
  },
  'dependency-outside-chart': {
    cause: 'A dependency starts or ends at a construct that is in no chart, such as the app, or that is not in the app '
      + 'or environment.',
    remedy: 'Add dependencies between charts, or between constructs in charts, of one app or environment.',
    help: 'let charts, or constructs in charts, depend on each other',
    says: {
      source: (p: { maker: Maker }) => `depends on ${showMaker(p.maker)}, and is in no chart`,
      target: (p: { maker: Maker }) => `depends on ${showMaker(p.maker)}, which is in no chart`,
      stranger: (p: { maker: Maker }) =>
        [`depends on ${showMaker(p.maker)}, which was removed, or is in another app or environment: nothing puts these `
          + 'in order',
        'remove the dependency, or depend on what is in the same app'],
    },
  },
  'duplicate-file': {
    cause: 'Two objects, charts or apps would write the same file.',
    remedy: 'Rename one, choose an output type with fewer files, or give each app its own `outdir`.',
    help: 'give the chart another id',
    says: {
      'own-words': ofWords,
      'charts': (p: { file: string; maker: Maker }) =>
        `has the file name "${p.file}", as ${showMaker(p.maker)} has: one of them would be lost`,
      'objects': (p: { file: string; maker: Maker }) =>
        [`has the file name "${p.file}", as ${showMaker(p.maker)} has: one of them would be lost`,
          "give each its own 'metadata.name', or choose an output type that has no file for each resource"],
      'apps': ['is written by another GitOpsApp of this program too, with another content: one of them would be lost',
        'give the chart or the object another id, or each app its own `outdir`'],
    },
  },
  'files-differ-in-case': {
    cause: 'Two file names differ only in case, which macOS and Windows do not distinguish.',
    remedy: 'Rename one of the charts or objects.',
    says: (p: { twin: Name }) =>
      [`differs from ${shown(p.twin)} only in case, or in the Unicode form of a letter`, 'rename one of them'],
  },
  'made-while-rendering': {
    cause: 'A Lazy, a resolver or a `toJson()` created a construct during rendering.',
    remedy: 'Create it before you call `synth()`.',
    says: ['is created while objects are rendered, and would be missing from the manifests',
      'create it before `synth()`, not in a Lazy, a resolver or a `toJson()`'],
  },
  'namespace-on-cluster-scoped': {
    cause: 'A cluster-scoped object has a namespace, so Argo CD and Flux take it for another object.',
    remedy: 'Remove `metadata.namespace`.',
    says: (p: { kind: string; value: Shown; pointer: string }) =>
      [`must be left out, since ${p.kind} is cluster-scoped, got ${shown(p.value)}`,
        `leave it out; JsonPatch.remove('${p.pointer}') removes it from an object of a file or a Helm chart`],
  },
  'not-rendered': {
    cause: 'An object, or a chart that renders its own objects, could not be rendered.',
    remedy: 'Look for props that are not plain data, such as a class instance or a function.',
    says: (p: { message: string }) => [`${p.message}`,
      'give plain data (strings, numbers, booleans, lists and objects), or fix the Lazy, the resolver or the '
        + '`toJson()` that failed'],
  },
  'shared-output-folder': {
    cause: 'Two GitOpsApps write to one folder, and each would remove the files of the other.',
    remedy: "Give each a `name` or its own `outdir`. To keep existing files, rename an app's index to "
      + '`.cdk8s-oam-index.<name>`.',
    says: {
      name: (p: { folder: string }) =>
        [`is required: another GitOpsApp of this program has written other charts into "${p.folder}", and would lose `
          + 'them',
        'give each app a `name`, or its own `outdir`'],
      outdir: (p: { folder: string }) =>
        [`must be a separate folder: another app of this program has written other charts into "${p.folder}"`,
          'add all environments to one Environments, or choose another folder'],
    },
  },
  'unsafe-path': {
    cause: 'A file would be outside the output folder, or its name is not portable: too long, a forbidden character, '
      + 'or a Windows device (`con`, `nul`).',
    remedy: 'Change the id of the chart, the name of the object, or `outputFileExtension`. For `render --out`, rename '
      + 'the input file.',
    help: 'give each part of the path a name that every file system accepts',
    says: {
      'outside': 'must be a path in the output folder',
      'own-prefix': (p: { prefix: Name }) =>
        `must have no part that begins with ${shown(p.prefix)}, as the library's own files do`,
      'part': (p: { part: Name; max: number }) =>
        [`must have names that every file system accepts, got ${shown(p.part)}`,
          `use 1 to ${p.max} bytes, no invisible character, none of \\ : * ? " < > |, no space or dot at the end, and `
            + 'no device such as "con"'],
      'long-path': (p: { max: number }) => [`must have at most ${p.max} bytes`, 'give it a shorter path'],
    },
  },
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
  },
} as const satisfies Record<string, Explanation>;
