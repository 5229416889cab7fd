/** What the program of this proof is to write. */
import { execFileSync } from 'child_process';
import { writeFileSync } from 'fs';
import { join } from 'path';
import { stringify } from 'yaml';
import { ROOT } from '../../bench/binaries';

/** One state of the program. */
export interface Scene {
  readonly delivery: 'argo-cd' | 'application-set' | 'flux';
  /** The repository, as the tool reads it. */
  readonly url: string;
  readonly outdir: string;
  /** Where the output folder is in the repository. */
  readonly path: string;
  /** The namespaces by environment, without its name in front of them. */
  readonly environments: Readonly<Record<string, readonly ('data' | 'shop' | 'tools')[]>>;
  /** Whether there is a certain ConfigMap. @default true */
  readonly hasPool?: boolean;
  /** What Flux puts in. @default - nothing */
  readonly variables?: Readonly<Record<string, string>>;
  /** Whether each folder has a `kustomization.yaml`. @default false */
  readonly kustomizations?: boolean;
}

/** The images of the components. */
const IMAGES = ['cart', 'orders'].map((name) => `ghcr.io/acme/${name}`);

/** The file with their tags. */
export const imagesOf = ({ outdir }: Scene) => join(outdir, '../images.yaml');

/** Writes the file with the tags. */
export function writeImages(scene: Scene): void {
  const tags = Object.fromEntries(IMAGES.map((name) => [name, '1']));
  const shops = Object.entries(scene.environments).filter(([, namespaces]) => namespaces.includes('shop'));
  writeFileSync(imagesOf(scene), stringify(Object.fromEntries(shops.map(([name]) => [name, tags])), { aliasDuplicateObjects: false }));
}

/** Runs the program in a process of its own, as its users do. */
export function render(scene: Scene): void {
  runScript(join(__dirname, 'program.ts'), JSON.stringify(scene));
}

/** Changes the tag of one image in one environment, as its users do. */
export function setImage(scene: Scene, environment: string, image: string): void {
  runScript(join(ROOT, 'src/cli/main.ts'), 'set-image', '--file', imagesOf(scene), '--env', environment, image);
}

function runScript(...args: string[]): void {
  execFileSync(process.execPath, [...process.execArgv, ...args], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}
