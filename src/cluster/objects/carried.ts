import { joinPath, Path } from '../../base/findings/finding';
import { asObject, isFilled, isObject, listOf, PlainValue } from '../../base/check';
import { kindName } from '../../base/kinds/kind-of';
import type { TypedManifest } from '../../base/oam-kind';

/** An object that an OAM platform creates, and its path in the object that carries it. */
interface CarriedObject {
  readonly object: TypedManifest;
  readonly path: Path;
}

/** The objects that an OAM platform creates from a Component, and from the traits of an application. */
export function carriedBy(carrier: TypedManifest): CarriedObject[] {
  const { spec, metadata } = carrier;
  const carried = (value: PlainValue | undefined, path: Path, name?: unknown): CarriedObject[] => {
    if (!isObject(value) || !isFilled(value.apiVersion) || !isFilled(value.kind)) return [];
    const own = { name, ...asObject(value.metadata), namespace: metadata?.namespace };
    return [{ object: { ...value, metadata: own } as unknown as TypedManifest, path }];
  };
  switch (kindName(carrier)) {
    case 'core.oam.dev/Component': return carried(spec?.workload, ['spec', 'workload'], metadata?.name);
    case 'core.oam.dev/ApplicationConfiguration': return listOf(spec?.components).flatMap((entry, i) =>
      listOf(entry?.traits).flatMap((each, j) => carried(each?.trait, joinPath('spec.components', [i, 'traits', j, 'trait']))));
    default: return [];
  }
}
