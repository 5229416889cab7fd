import { readFileSync } from 'node:fs';
import type { ErrorCode } from '../../findings/catalogue/all';

/** What the outputs say of this program. */
export interface Tool {
  readonly name: string;
  readonly version: string;
  /** The address of its repository. */
  readonly home: string;
}

/** Asked of the package itself. */
export function thisTool(): Tool {
  const { name, version, repository } = JSON.parse(readFileSync(require.resolve('cdk8s-oam/package.json'), 'utf8'));
  return { name, version, home: repository.url.replace(/\.git$/, '') };
}

/** The address of what is written of a code; codes stay, so that the page of the newest version has it. */
export function documentationOf({ home }: Tool, code: ErrorCode): string {
  return `${home}/blob/main/docs/errors.md#${code}`;
}
