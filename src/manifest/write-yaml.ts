import { ScalarTag, Tags, stringify } from 'yaml';
import { found } from '../findings/finding';
import { agrees, documentText, isPolluted, UNCERTAIN } from '../gitops/yaml/write-documents';
import { isObject } from '../private/check';
import { ModelError } from '../private/errors';
import { yamlKeyHazard } from '../private/plain';
import { writeOutput } from '../writing/write-output';

/** What cdk8s writes, so that a manifest that it writes later is the same file. */
const AS_CDK8S = { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false } as const;

/** A text whose lines YAML writes as a block, and of which readers take some space in different ways. */
const ODD_LINES = /^\s|\n[ \t]+(\n|$)/;

/** Characters that not every reader takes as they are. */
const ODD_CHARACTERS = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** A text that is read as something else if it is written as others are: in double quotes, with escapes. */
const QUOTED: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: value => typeof value === 'string' && isOdd(value),
  resolve: text => text,
  stringify: ({ value }) => quoted(value as string),
};

function isOdd(text: string): boolean {
  return yamlKeyHazard(text) !== undefined || text.search(ODD_CHARACTERS) >= 0 || text.includes('\n') && ODD_LINES.test(text);
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(ODD_CHARACTERS, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * The YAML of documents, of which Kubernetes and other readers read the same values again.
 *
 * @throws ModelError if it is longer than a string can be: indentation may be many times as long as what is indented
 */
export function writeYaml(values: readonly unknown[]): string {
  try {
    return values.map(documentOf).join('---\n');
  } catch (error) {
    if ((error as Error).message !== 'Invalid string length') throw error;
    throw new ModelError('writeYaml', found('manifest-too-large', '', { reason: 'text' }));
  }
}

function documentOf(value: unknown): string {
  // a text that is all of a document is no manifest; its lines would not be indented
  if (typeof value === 'string') return `${quoted(value)}\n`;
  return quickly(value) ?? stringify(value, { ...AS_CDK8S, customTags: tagsOf });
}

/** The same by the writer of GitOpsApp, in a fraction of the time; `undefined` if that is not certain to be the same. */
function quickly(value: unknown): string | undefined {
  if (!isObject(value) || isPolluted() || !agrees() || holdsOdd(value)) return undefined;
  try {
    return `${documentText(value)}\n`;
  } catch (error) {
    if (error !== UNCERTAIN) throw error;
    return undefined;
  }
}

function holdsOdd(value: unknown): boolean {
  if (typeof value === 'string') return isOdd(value);
  if (Array.isArray(value)) return value.some(holdsOdd);
  return isObject(value) && Object.keys(value).some(key => isOdd(key) || holdsOdd(value[key]));
}

/** Without the tag by which a key `<<` is written as a merge. */
function tagsOf(tags: Tags): Tags {
  return [QUOTED, ...tags.filter(tag => typeof tag === 'string' || tag.tag !== 'tag:yaml.org,2002:merge')];
}

/**
 * Writes files into a folder, each of them whole: all are written beside their places before the first one is put there. Other files
 * stay, and no link in the folder is followed.
 *
 * @throws ModelError where a file cannot be written, or has a name that not every file system takes
 */
export function replaceFiles(folder: string, files: ReadonlyMap<string, string>): void {
  writeOutput(folder, files, { subject: 'cdk8s-oam' });
}
