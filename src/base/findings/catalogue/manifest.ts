import { counted, CodeSentences, ofWords, shown } from '../sentence';
import type { Shown } from '../finding';

/** Findings about manifests that are read. */
export const MANIFEST_CODES = {
  'duplicate-key': (p: { line: number }) => [`is given twice in one map, first on line ${p.line}`,
    'leave out one of the two: most readers of YAML silently drop the first'],
  'findings-omitted': {
    help: 'start with what is listed, then run the command again',
    unchecked: (p: { count: number; what: string; most: number }) =>
      `begins what is not checked (${counted(p.count, p.what)}): those before have ${p.most} findings or more`,
    unlisted: (p: { count: number }) => `not listed: ${counted(p.count, 'more finding')}, beginning here`,
  },
  'invalid-character': {
    'character': (p: { character: string }) =>
      [`has the character ${p.character}, which not every reader of YAML accepts`,
        'leave it out, or write it as an escape in double quotes'],
    'not-utf8': ['has bytes that are not UTF-8', 'save the file as UTF-8'],
    'half-pair': ['has an escape of half a surrogate pair, which is not a character', 'leave it out'],
    'escaped-slash': ['has the escape \\/, which Kubernetes reads in JSON only', 'write / alone'],
    'escaped-pair': ['has a character written as two escapes, which Kubernetes reads in JSON only',
      'write the character itself, or \\U with eight digits'],
  },
  'invalid-number': {
    'help': 'put it in quotes if it is a string',
    'not-finite': 'is a number that JSON, and so Kubernetes, does not have',
    'loses-digits': (p: { max: number }) => `is an integer beyond ${p.max}, which loses digits in many readers of JSON`,
    'too-large': 'is a number too large for JSON',
  },
  'key-not-text': {
    help: 'put the key in quotes',
    collection: ['has a key that is an alias, a list or a map', 'write the key as a string'],
    boolean: 'is a key that YAML reads as a boolean',
    null: 'is a key that YAML reads as null',
    number: 'is a key that YAML reads as a number',
  },
  'manifest-not-readable': {
    'own-words': ofWords,
    'missing': ['does not exist', 'check the path'],
    'system-error': (p: { error: string }) => [`cannot be read (${p.error})`, 'check the path and its permissions'],
    'odd-file': ['is a pipe, a socket or a device, which is read only if it is named itself',
      'name it, or take it out of the folder'],
  },
  'manifest-too-large': {
    file: (p: { max: number }) => [`has more than ${p.max} MiB`, 'check that it is a manifest, and divide a large one'],
    files: (p: { max: number }) =>
      [`and the files before it have more than ${p.max} MiB together`, 'read some of them at a time'],
    documents: (p: { max: number }) => [`has more than ${p.max} documents`, 'divide it into several files'],
    parts: (p: { max: number }) => [`has a document with more than ${p.max} words, marks and spaces`,
      'check that it is a manifest, and divide a list into several documents'],
    text: ['would be longer, with its indentation, than a string can be',
      'divide the manifests, or nest long strings less deeply'],
  },
  'no-manifests': [
    'has no file *.yaml, *.yml or *.json in it or below it', 'name the files, or the folder that holds them',
  ],
  'not-judged-by-server': {
    'failed': (p: { answer: Shown }) =>
      [`is not judged: Kubernetes' own code failed on it (${shown(p.answer)})`,
        'look for a value that is extremely long or large'],
    'unknown-kind': (p: { version: string; kind: string; resource: string }) =>
      [`is not judged: the rules of Kubernetes ${p.version} have no ${p.kind} of ${p.resource}`,
        'validate its CustomResourceDefinition along with it'],
  },
  'refused-by-server': (p: { version: string; answer: Shown }) =>
    [`is rejected by Kubernetes ${p.version}: ${shown(p.answer)}`, 'see the reference of the kind'],
  'templated-manifest': (p: { mark: string }) => [`has a template's '${p.mark}' here, and is not YAML until the template is rendered`,
    "render it, for example with 'helm template', and read the output"],
  'yaml-alias': {
    'help': 'write out what is needed',
    'no-anchor': ['is an alias (after *) without an anchor before it',
      'put a string that begins with * in quotes, or name an anchor'],
    'loop': 'is an alias of what contains it',
    'many-characters': (p: { max: number }) => `repeats, with the aliases before it, more than ${p.max} characters`,
  },
  'yaml-document': {
    'help': 'leave it out',
    'second-config': 'is a second document, which cdk8s does not read',
    'second-images': 'is a second document, which is not read',
    'separator-text': ['has text on the line of a separator, which kubectl does not read as a part of the document',
      "put '---' on its own line, or indent the line if it is not a separator"],
    'directive': 'has a directive, a line that begins with %, which kubectl does not read',
    'after-end': ["has another document after a line '...', which Kubernetes would drop",
      "begin it with a line '---'; if the dots replace something, write it"],
    'end-alone': "has a line '...' without a document, which Kubernetes rejects",
  },
  'yaml-merge': {
    'not-a-map': ['has a key << with something other than a map or a list of maps',
      'put the key in quotes if it is a string'],
    'late': ['is given before a key << that gives it too: Kubernetes takes the latter, and other readers the former',
      'put the << in front'],
  },
  'yaml-syntax': {
    'tab': ['has a tab where indentation is read', 'indent with spaces'],
    'open-quote': ['has a quote that is not closed, or a string in quotes whose next line is not indented',
      'close it, and indent all its lines'],
    'inner-quote': ['has a quote that is not closed', 'close it, and double or escape the same quote within the text'],
    'escape': ['has a backslash in double quotes that YAML does not know',
      'write two backslashes, or use single quotes'],
    'escaped-line-break': ['has a backslash at the end of a line, next to an empty one', 'write \\n for a line break'],
    'second-key': ['has a second key or colon where a value continues',
      'put a string with ": " in quotes, or the key on its own line with the indentation of its map'],
    'no-key': ['has a string where a key is expected, or a key without a colon',
      "write 'key: value'; indent what belongs to the value above"],
    'column': ['has a line that is not in the column of the other entries of its map or list',
      'indent with spaces, the same number for each entry'],
    'reserved-character': ['has a string that begins with a character that YAML reserves', 'put the string in quotes'],
    'open-bracket': ['has brackets or braces that are not closed, or no comma between two entries',
      'close them, or put the string in quotes'],
    'block-header': ['has a string on the line of | or >', 'put it on the next line, or put the string in quotes'],
    'block-indentation': ['has a block of text (after | or >) that is not indented as its first line',
      'indent all its lines alike, deeper than its key'],
    'block-end': ['has a block of text that ends with lines of nothing but spaces',
      'remove them, or write the text in double quotes'],
    'anchor': ['has an anchor, an alias or a tag (after &, * or !) where none can be, or with characters that none '
      + 'can have',
    'put the string in quotes'],
    'unknown-tag': ['has a tag (after !) that a manifest cannot have',
      'leave it out; put a string that begins with ! in quotes'],
    'text-after-value': ['has text after the end of a value, or an entry of another kind than the ones before it',
      'put the string in quotes, or check the indentation'],
    'bracketed-mark': ['has a string in brackets with a ? in it, or a : in front, which Kubernetes reads as '
      + 'something else',
    'put the string in quotes'],
    'colon-without-space': ['has no space after the colon of a key', 'put one there'],
    'key-over-lines': ['has a key that is not on one line with its colon', 'write both on one line'],
    'dots': ['has dots in the place of something that was left out', 'write what they replace, or leave out the line'],
    'merge-marks': ['has the markers of an unfinished merge', 'choose one of the two sides, and remove the markers'],
    'markdown': ['has a line of Markdown that marks where YAML begins or ends', 'remove everything that is not YAML'],
    'no-break-space': ['has a no-break space (U+00A0), which is a letter to YAML', 'write a space'],
    'not-yaml': ['is not YAML', 'put the string in quotes'],
  },
  'yaml-tag': ['has a tag (after !)', 'leave it out; put a string that begins with ! in quotes'],
  'yaml-too-deep': {
    help: 'check the file for brackets or dashes that were written by mistake',
    text: (p: { max: number }) => `has maps and lists that are nested more than ${p.max} deep`,
    aliases: (p: { max: number }) => `is nested more than ${p.max} deep once its aliases are followed`,
  },
} as const satisfies Record<string, CodeSentences>;
