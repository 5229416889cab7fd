import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PACKAGE = require.resolve('cdk8s-oam/package.json');

/** This program in the outputs, from package.json; `home` is the address of its repository. */
export function thisTool(): Record<'name' | 'version' | 'home', string> {
  const { name, version, repository: { url } } = JSON.parse(readFileSync(PACKAGE, 'utf8'));
  return { name, version, home: url.replace(/\.git$/, '') };
}

export type Tool = ReturnType<typeof thisTool>;

/** The address of the documentation of a code. Codes are stable, so that the page of the newest version contains it. */
export function documentationOf({ home }: Tool, code: string): string {
  return `${home}/blob/main/docs/errors.md#${code}`;
}

/** The codes in docs/errors.md, which is part of the package: the cause of each, and what to do. */
export function errorReference(): ReadonlyMap<string, Record<'cause' | 'remedy', string>> {
  const page = readFileSync(join(dirname(PACKAGE), 'docs', 'errors.md'), 'utf8');
  return new Map(page.split(/^## /m).slice(1).map(section => {
    const [code, cause, remedy] = section.trim().split('\n\n');
    return [code, { cause, remedy }];
  }));
}
