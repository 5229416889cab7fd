import { describeLocated } from '../../../src/files/reading/located-finding';
import { readManifests } from '../../../src/files/reading/read-manifests';

/** Begins an object, in two lines. */
export const HEAD = 'apiVersion: v1\nkind: X\n';

/** What is said of a text. */
export function said(text: string): string[] {
  return readManifests(text, 'f.yaml').findings.map(describeLocated);
}

/** The objects of a text in which nothing is wrong. */
export function read(text: string): any[] {
  const { documents, findings } = readManifests(text, 'f.yaml');
  expect(findings.map(describeLocated)).toEqual([]);
  return documents.map(({ value }) => value);
}

/** The fields of the one object of a text, without its kind. */
export function fields(text: string): any {
  const [{ apiVersion, kind, ...others }, ...more] = read(HEAD + text);
  expect([apiVersion, kind, more]).toEqual(['v1', 'X', []]);
  return others;
}
