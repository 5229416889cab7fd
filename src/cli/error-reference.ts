import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// The reference of errors is a page that is written by hand, docs/errors.md. `explain` and SARIF reports read it there:
// the texts of messages, which every program may need, are in base/findings/catalogue/.

const PACKAGE = require.resolve('cdk8s-oam/package.json');
const { name, version, repository } = JSON.parse(readFileSync(PACKAGE, 'utf8'));

/** This program, as SARIF describes it. */
export const DRIVER: Readonly<Record<'name' | 'version' | 'informationUri', string>> =
  { name, version, informationUri: repository.url.replace(/\.git$/, '') };

/** The address of the documentation of a code. Codes are stable, so that the page of the newest version contains it. */
export const documentationOf = (code: string) => `${DRIVER.informationUri}/blob/main/docs/errors.md#${code}`;

/** The codes in docs/errors.md, which is part of the package: the cause of each, and what to do. */
export function errorReference(): ReadonlyMap<string, Readonly<Record<'cause' | 'remedy', string>>> {
  const page = readFileSync(join(dirname(PACKAGE), 'docs', 'errors.md'), 'utf8');
  return new Map(page.split(/^## /m).slice(1).map(section => {
    const [code, cause, remedy] = section.trim().split('\n\n');
    return [code, { cause, remedy }];
  }));
}
