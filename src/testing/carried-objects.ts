import type { ViewedObject } from './viewed-objects';
import { joinPath, Path } from '../findings/path';
import { asObject, isFilled, isObject, listOf, PlainValue } from '../private/check';
import { kindName } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';

/** An object, and its path in the object that carries it. */
export interface CarriedObject {
  readonly viewed: ViewedObject;
  readonly object: TypedManifest;
  /** Empty for the viewed object itself. */
  readonly path: Path;
}

/** The objects, and those that an OAM platform creates from Components and traits. */
export function carriedObjects(all: readonly ViewedObject[]): CarriedObject[] {
  return all.flatMap(viewed => [{ viewed, object: viewed.value, path: [] }, ...carriedBy(viewed)]);
}

function carriedBy(viewed: ViewedObject): CarriedObject[] {
  const { spec, metadata } = viewed.value;
  const carried = (value: PlainValue | undefined, path: Path, name?: unknown): CarriedObject[] => {
    if (!isObject(value) || !isFilled(value.apiVersion) || !isFilled(value.kind)) return [];
    const own = { name, ...asObject(value.metadata), namespace: metadata?.namespace };
    return [{ viewed, object: { ...value, metadata: own } as unknown as TypedManifest, path }];
  };
  switch (kindName(viewed.value)) {
    case 'core.oam.dev/Component': return carried(spec?.workload, ['spec', 'workload'], metadata?.name);
    case 'core.oam.dev/ApplicationConfiguration': return listOf(spec?.components).flatMap((entry, i) =>
      listOf(entry?.traits).flatMap((each, j) => carried(each?.trait, joinPath('spec.components', [i, 'traits', j, 'trait']))));
    default: return [];
  }
}
