/** The applications that the runtime is given, and what the library renders of them for Kubernetes without any cluster. */
import { readdirSync, readFileSync } from 'fs';
import { basename, join } from 'path';
import { stringify } from 'yaml';
import { dataApplication, revisions, shop } from './shop';
import { kubernetes } from '../../../../examples/platforms';
import { readManifests } from '../../../../src/migration';
import { RenderedManifests, renderManifests } from '../../../../src/migration/render-manifests';
import { objectsOf } from '../../../examples/programs';

/** An application. */
export interface Case {
  /** The namespace in which it lives here, too. */
  readonly name: string;
  /** The ApplicationConfiguration and the Components. */
  readonly objects: readonly any[];
  /** What the application asks for. @default - nothing */
  readonly beside?: readonly any[];
  /** Why the runtime makes nothing of it. @default - it makes all of it */
  readonly isNotMade?: RegExp;
  /** What its program writes for Kubernetes. @default - what `render` makes of the same manifests */
  readonly expected?: readonly any[];
}

const ROOT = join(__dirname, '../../../..');

/** Why nothing is made of some goldens: they name what is not in the cluster. */
const NOT_MADE: Readonly<Record<string, RegExp>> = {
  'application-bindings.yaml': /cannot get scope "health"/,
  'application-traits.yaml': /no matches for kind "Foo" in version "example.com\/v1"/,
  'custom-workload.yaml': /no matches for kind "Foo" in version "example.com\/v1"/,
};

/** All of them. */
export function cases(): Case[] {
  return [...examples(), ...goldens(), shop(), dataApplication(), revisions()];
}

const isApplication = ({ kind }: any) => kind === 'ApplicationConfiguration';

function examples(): Case[] {
  return filesIn('dist/oam').filter(({ objects }) => objects.some(isApplication)).map(({ file, objects }) => ({
    name: objects.find(isApplication).metadata.namespace,
    objects,
    expected: objectsOf(readFileSync(join(ROOT, 'dist/kubernetes', file), 'utf8')),
  }));
}

/** In a namespace each, since most have the same names. */
function goldens(): Case[] {
  return filesIn('test/golden').filter(({ objects }) => objects.some(isApplication)).map(({ file, objects }) => {
    const name = `golden-${basename(file, '.yaml')}`;
    return { name, objects: objects.map((object) => ({ ...object, metadata: { ...object.metadata, namespace: name } })), isNotMade: NOT_MADE[file] };
  });
}

function filesIn(folder: string): { file: string; objects: any[] }[] {
  return readdirSync(join(ROOT, folder)).filter((file) => file.endsWith('.yaml')).sort()
    .map((file) => ({ file, objects: objectsOf(readFileSync(join(ROOT, folder, file), 'utf8')) }));
}

/** What the library renders of manifests for Kubernetes, and says of what it cannot. */
export function renderedFor(text: string): RenderedManifests {
  return renderManifests(readManifests(text, 'live.yaml'), { platform: kubernetes, keepGoing: true });
}

/** The text of a list, as `kubectl get applicationconfigurations,components -o yaml` prints it: by kind, then by name. */
export function listed(objects: readonly any[]): string {
  const key = ({ kind, metadata }: any) => `${kind} ${metadata.name}`;
  const items = [...objects].sort((a, b) => key(a) < key(b) ? -1 : 1);
  return stringify({ apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '' }, items });
}
