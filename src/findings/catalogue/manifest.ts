import type { Explanation } from '../explanation';

/** What can be wrong with manifests that are read. */
export const MANIFEST_CODES = {
  'duplicate-key': {
    cause: 'A map of a manifest has one key twice. Most readers of YAML keep the last and drop the other in silence.',
    remedy: 'Leave out one of the two, or give it the key that was meant.',
  },
  'findings-omitted': {
    cause: 'More than 1,000 findings were made. The first ones are listed, errors before warnings; the others are counted.',
    remedy: 'Fix what is listed, and run the command again.',
    says: {
      'last': {
        problem: 'is the last {what:bare}, and is not checked: those before it have {most} findings or more',
        remedy: 'start with what is listed, then run the command again',
      },
      'first': {
        problem: 'is the first of {count} {what:bare}s that are not checked: those before it have {most} findings or more',
        remedy: 'start with what is listed, then run the command again',
      },
    },
  },
  'invalid-character': {
    cause: 'A manifest has bytes that are not UTF-8, a control character, half a surrogate pair, or a line break that only some readers of YAML take for one.',
    remedy: 'Save the file as UTF-8, and write an unusual character as an escape in double quotes.',
  },
  'invalid-number': {
    cause: 'A manifest has a number that JSON does not have (`.inf`, `.nan`, one too large), or a whole number so large that many readers of JSON lose its last digits.',
    remedy: 'Put it in quotes if it is a text.',
  },
  'key-not-text': {
    cause: 'A key of a manifest is read by YAML as a number (`0755`, `1.10`), a truth value (`y`, `on`, `no`) or null, or it is a list or a map. Kubernetes would make a text of it that is not the one that was written, or refuse it.',
    remedy: 'Put the key in quotes.',
  },
  'manifest-not-readable': {
    cause: 'A file or folder does not exist, the system does not let it be read, or it is a pipe or a device that lies in a folder of manifests.',
    remedy: 'Check the path and the permissions.',
    says: {
      'no-config': { problem: 'does not exist', remedy: 'run this where it is, name it by --config, or give the command by --app' },
      'settings-folder': { problem: 'is a folder', remedy: 'name the file with the settings' },
    },
  },
  'manifest-too-large': {
    cause: 'A file is larger than any manifest that a cluster takes, or the files of one run together are, with what their aliases repeat: what is read is kept in memory. It may be no manifest at all, or what was once a list of everything in a cluster.',
    remedy: 'Check that it is a manifest. Divide a large one into several documents and files, and read those that are needed.',
  },
  'no-manifests': {
    cause: 'A folder has no file with the name of a manifest in it or below it: nothing would be read.',
    remedy: 'Name another folder, or the file itself. In folders `*.yaml`, `*.yml` and `*.json` are read; hidden ones and `node_modules` are not.',
  },
  'reading-stopped': {
    cause: 'After 1,000 findings no further document or file is read, and what was read is not checked any further.',
    remedy: 'Fix what is listed, and run the command again.',
  },
  'templated-manifest': {
    cause: 'A file is a template (of Helm, say), and no YAML before it is rendered.',
    remedy: 'Render it, with `helm template` say, and read the output.',
  },
  'yaml-alias': {
    cause: 'An alias of YAML has no anchor in front of it, stands in what it repeats, or aliases repeat so many values or characters (of one file more than 100,000, or 10,000,000) that the document grows beyond all bounds.',
    remedy: 'Put a text that begins with `*` in quotes, or write out what the alias stands for.',
  },
  'yaml-document': {
    cause: 'A text is cut into documents in one way by Kubernetes and in another by YAML: text on the line of a `---`, a document after `...`, or a directive.',
    remedy: 'Separate documents with lines that hold `---` and nothing else, and leave out directives.',
    says: {
      'second-config': { problem: 'is a second document, which cdk8s does not read', remedy: 'leave it out' },
    },
  },
  'yaml-merge': {
    cause: 'A merge key `<<` has something else than maps, or gives a key that is given in front of it, which readers of YAML treat in different ways.',
    remedy: 'Put the `<<` first, with a map or a list of maps, or write out the fields.',
  },
  'yaml-syntax': {
    cause: 'A text is not YAML. The message has the line and column, and never the text that stands there, which may be a password.',
    remedy: 'Do what the message says; often a text needs quotes, or a line another indentation.',
  },
  'yaml-tag': {
    cause: 'A manifest has a tag of YAML that Kubernetes does not know, or one that its value does not fit.',
    remedy: 'Leave out the tag. A text that begins with `!` needs quotes.',
  },
  'yaml-too-deep': {
    cause: 'Maps and lists are nested deeper than in any manifest there is, by themselves or through aliases.',
    remedy: 'Check the file for brackets or dashes that were written by mistake.',
  },
} as const satisfies Record<string, Explanation>;
