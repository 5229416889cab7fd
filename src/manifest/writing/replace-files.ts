import { writeOutput } from '../../writing/write-output';

/**
 * Writes files into a folder, each of them whole: all are written beside their places before the first one is put there. Other files
 * stay, and no link in the folder is followed.
 *
 * @throws ModelError where a file cannot be written, or has a name that not every file system takes
 */
export function replaceFiles(folder: string, files: ReadonlyMap<string, string>): void {
  writeOutput(folder, files, { subject: 'cdk8s-oam' });
}
