import { parseAllDocuments } from 'yaml';

/** The objects in a YAML text, as it is in a file; an error in the text is one here. */
export function parsed(yaml: string): any[] {
  return parseAllDocuments(Buffer.from(yaml).toString(), { version: '1.1' }).map((document: any) => {
    if (document.errors.length > 0 || document.warnings.length > 0) throw new Error(String([...document.errors, ...document.warnings]));
    return document.toJS({ maxAliasCount: 0 });
  });
}
