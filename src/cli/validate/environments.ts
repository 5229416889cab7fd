import { relative, sep } from 'node:path';
import type { ReadManifests } from '../../manifest/reading';
import { grouped } from '../../private/grouped';

/**
 * Splits the manifests by environment, each with the objects that deliver it: `Environments` writes `<folder>/<environment>/…`,
 * `<folder>/_<tool>/<environment>/…` and `<folder>/_<tool>/<environment>.yaml`. Environments cannot conflict with each other.
 */
export function byEnvironment(manifests: ReadManifests, folders: readonly string[]): ReadManifests[] {
  const environmentOf = ({ file }: { readonly file: string }) => {
    const folder = folders.find(each => !relative(each, file).startsWith('..')) ?? '';
    return [`${folder}:${environmentIn(folder, file)}`];
  };
  const [documents, yaml] = [grouped(manifests.documents, environmentOf), grouped(manifests.yaml, environmentOf)];
  return [...yaml.keys()].map(key => ({ ...manifests, documents: documents.get(key) ?? [], yaml: yaml.get(key)! }));
}

/** The environment of a file below the output folder of `Environments`. */
function environmentIn(folder: string, file: string): string {
  const [first, second = ''] = relative(folder, file).split(sep);
  return (first.startsWith('_') ? second : first).replace(/\.ya?ml$/, '');
}
