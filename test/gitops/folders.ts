import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { App, AppProps } from 'cdk8s';
import { GitOpsApp, GitOpsAppProps } from '../../src';

/** The content of each file of a folder, by its path in it. */
export type Contents = Readonly<Record<string, string>>;

export const INDEX = '.cdk8s-oam-index';

/** Does something in a folder that is gone afterwards. */
export function inFolder<T>(action: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-'));
  try {
    return action(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** All files below a folder, in alphabetical order. */
export function contentsOf(folder: string): Contents {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(files.map(file => [relative(folder, file), readFileSync(file, 'utf8')]));
}

/** What `App` writes for a program. */
export function writtenByApp(program: (app: App) => void, props: AppProps = {}): Contents {
  return inFolder(outdir => {
    const app = new App({ ...props, outdir });
    program(app);
    app.synth();
    return contentsOf(outdir);
  });
}

/** What `GitOpsApp` writes for it, but for the index file. */
export function writtenByGitOpsApp(program: (app: App) => void, props: GitOpsAppProps = {}): Contents {
  return inFolder(outdir => {
    const app = new GitOpsApp({ ...props, outdir });
    program(app);
    app.synth();
    const { [INDEX]: _, ...files } = contentsOf(outdir);
    return files;
  });
}
