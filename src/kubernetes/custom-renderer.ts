import { IKindRenderer } from './kind-renderer';
import { oamLabels, ResourceType } from './labels';
import { plainFindings } from './plain-kinds';
import { bad, Finding, FINE, found, within } from '../findings/finding';
import { Shown } from '../findings/shown';
import { nothing, PlainObject, Rendered } from '../objects/rendering';
import { reservedLabels } from '../objects/reserved-labels';
import { BindingModel } from '../platform/model';
import { selectorOf } from '../platform/oam-labels';
import { isObject, object } from '../private/check';
import { identityKey, identityOf } from '../private/kinds/identity';
import { manifest } from '../private/names';
import { ObjectType } from '../private/oam-kind';
import { plain } from '../private/plain';

const OBJECT = object({ metadata: object({}, ['name']) }, ['metadata']);

/** Who is asked for what. */
export interface Asked {
  readonly renderer: IKindRenderer;
  readonly binding: BindingModel;
  readonly type: ResourceType;
  readonly isOamType: (type: ObjectType) => boolean;
}

/** What a renderer of the user's makes of a workload or a trait. */
export function askedObjects(asked: Asked, given: PlainObject): Rendered {
  const { application: { name: application, namespace }, componentName: component } = asked.binding;
  const findings: Finding[] = [];
  let answer: any;
  try {
    // a copy, since the model is not the renderer's to change
    const copy = structuredClone(given);
    answer = asked.renderer.render({ manifest: copy, application, component, namespace: namespace!, selector: selectorOf(asked.binding) });
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    return nothing(found('renderer-failed', 'render()', { message, kind: given.kind }));
  }
  const objects = plain(answer, 'render()', findings);
  if (findings.length > 0) return nothing(findings);
  if (!Array.isArray(objects)) return nothing(bad('invalid-type', 'list', 'render()', answer));
  const wrong = within('render()', listFindings(objects, asked));
  return wrong.length > 0 ? nothing(wrong) : { objects, findings: wrong };
}

interface IdentifiedObject extends ObjectType {
  readonly metadata: { readonly name: string };
}

function listFindings(objects: readonly any[], asked: Asked): Finding[] {
  const wrongs = objects.flatMap((each, i) => within([i], objectFindings(each, asked)));
  if (wrongs.length > 0) return wrongs;
  const { namespace: defaultNamespace } = asked.binding.application;
  const keys = objects.map(each => identityKey(identityOf(each, { defaultNamespace })));
  return objects.flatMap(({ kind, metadata: { name } }: IdentifiedObject, i) => keys.indexOf(keys[i]) === i ? FINE
    : found('duplicate-object', [i], { reason: 'rendered', kind, name }));
}

function unknownKind({ apiVersion: version, kind }: ObjectType): Finding[] {
  return found('unknown-oam-kind', '', { reason: 'rendered', kind, version });
}

function objectFindings(given: any, { binding, type, isOamType }: Asked): Finding[] {
  const broken = isObject(given) ? [...manifest(given, ''), ...OBJECT(given, '')] : manifest(given, '');
  if (broken.length > 0) return broken;
  const namespace = binding.application.namespace!;
  const own = given.metadata.namespace;
  const reserved = oamLabels(binding, type);
  return [
    ...isOamType(given) ? unknownKind(given) : FINE,
    ...own != null && own !== namespace
      ? found('namespace-mismatch', 'metadata.namespace', { reason: 'rendered', namespace, value: Shown.of(own) })
      : FINE,
    ...reservedLabels(given.metadata.labels, reserved, 'metadata.labels'),
    ...plainFindings(given, { reserved, selector: type === 'WORKLOAD' ? selectorOf(binding) : {} }),
  ];
}
