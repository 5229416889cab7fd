import { found } from '../base/findings/finding';
import { byLibrary, doubleQuoted, ODD_CHARACTERS, writeDocument } from './yaml/write-documents';
import { isObject } from '../base/check';
import { ModelError } from '../base/brand';
import { yamlKeyHazard } from '../base/plain';
import { writeOutput } from './writing/write-output';

/** Strings that are written as a block, and whose white space readers treat differently. */
const ODD_LINES = /^\s|\n[ \t]+(\n|$)/;

/** Whether some reader would read a string as something else if it had no quotes and escapes. */
function isOdd(text: string): boolean {
  return yamlKeyHazard(text) !== undefined || text.search(ODD_CHARACTERS) >= 0 || text.includes('\n') && ODD_LINES.test(text);
}

/**
 * Writes documents as YAML from which Kubernetes and other readers read the same values again.
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
  // a string that is the whole document is not a manifest; as a block, its lines would not be indented
  if (typeof value === 'string') return `${doubleQuoted(value)}\n`;
  const slowly = (each: unknown) => byLibrary(each, isOdd, false);
  // the writer of GitOpsApp writes the same in a fraction of the time
  return holdsOdd(value) ? slowly(value) : writeDocument(value, slowly);
}

function holdsOdd(value: unknown): boolean {
  if (typeof value === 'string') return isOdd(value);
  if (Array.isArray(value)) return value.some(holdsOdd);
  return isObject(value) && Object.keys(value).some(key => isOdd(key) || holdsOdd(value[key]));
}

/**
 * Writes files into a folder, each of them whole: all are written as temporary files before the first one is put in
 * place. Other files stay, and no link in the folder is followed.
 *
 * @throws ModelError if a file cannot be written, or has a name that not every file system accepts
 */
export function replaceFiles(folder: string, files: ReadonlyMap<string, string>): void {
  writeOutput(folder, files, { subject: 'cdk8s-oam' });
}
