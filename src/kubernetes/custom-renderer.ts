import { IKindRenderer } from './kind-renderer';
import { oamLabels, reservedLabels, ResourceType, selectorOf } from './labels';
import { nothing, PlainObject, Rendered } from './model';
import { plainFindings } from './workloads/plain-kinds';
import { BindingModel } from '../platform/model';
import { isObject, object } from '../private/check';
import { Finding, FINE, within } from '../findings/finding';
import { finding, wrong } from '../findings/unsaid';
import { identityKey, identityOf } from '../private/kinds/identity';
import { manifest } from '../private/names';
import { ObjectType } from '../private/oam-kind';
import { plain } from '../private/plain';
import { printable } from '../findings/printable';

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
    return nothing(finding('renderer-failed', 'render()', `failed: ${printable(message)}`, `fix the renderer for ${given.kind}`));
  }
  const objects = plain(answer, 'render()', findings);
  if (findings.length === 0) findings.push(...Array.isArray(objects) ? listFindings(objects, asked) : wrong('invalid-type', 'render()', 'be a list', answer));
  return findings.length > 0 ? nothing(findings) : { objects, findings };
}

function listFindings(objects: readonly any[], asked: Asked): Finding[] {
  const wrongs = objects.flatMap((each, i) => objectFindings(each, `render()[${i}]`, asked));
  if (wrongs.length > 0) return wrongs;
  const { namespace: defaultNamespace } = asked.binding.application;
  const keys = objects.map(each => identityKey(identityOf(each, { defaultNamespace })));
  return objects.flatMap(({ kind, metadata: { name } }, i) => keys.indexOf(keys[i]) === i ? FINE
    : finding('duplicate-object', `render()[${i}]`, `is a second ${kind} ${JSON.stringify(name)}`, 'rename one of them'));
}

function objectFindings(given: any, field: string, { binding, type, isOamType }: Asked): Finding[] {
  const found = isObject(given) ? [...manifest(given, field), ...OBJECT(given, field)] : manifest(given, field);
  if (found.length > 0) return found;
  const { namespace } = binding.application;
  const own = given.metadata.namespace;
  const reserved = oamLabels(binding, type);
  return [
    ...isOamType(given) ? finding('unknown-oam-kind', field, `is a ${given.kind} of ${given.apiVersion}, which a cluster without an OAM platform does not know`, 'give back Kubernetes objects') : FINE,
    ...own != null && own !== namespace ? wrong('namespace-mismatch', `${field}.metadata.namespace`, `be ${JSON.stringify(namespace)}, that of the application`, own, 'leave it out') : FINE,
    ...reservedLabels(given.metadata.labels, reserved, `${field}.metadata.labels`),
    ...within(field, plainFindings(given, { reserved, selector: type === 'WORKLOAD' ? selectorOf(binding) : {} })),
  ];
}
