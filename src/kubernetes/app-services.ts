import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { PlainObject } from '../objects/rendering';
import { grouped } from '../private/grouped';
import { isKind } from '../private/kinds/kind-of';
import { SERVICE } from '../private/kinds/kubernetes-kinds';
import { isModelObject } from '../private/model-object';
import { Registry } from '../private/registry';

/** The Services that a program makes elsewhere in its app, as they are rendered by now, by their namespaces. */
export function appServices(construct: IConstruct): ReadonlyMap<string, readonly PlainObject[]> {
  return Registry.of(construct).once(appServices, () => {
    const isMadeElsewhere = (each: IConstruct): each is ApiObject => ApiObject.isApiObject(each) && isKind(each, SERVICE) && !isModelObject(each);
    return grouped(construct.node.root.node.findAll().filter(isMadeElsewhere).flatMap(rendered), ({ metadata }) => [String(metadata?.namespace)]);
  });
}

/** What cannot be rendered is reported by cdk8s. */
function rendered(object: ApiObject): PlainObject[] {
  try {
    return [object.toJson()];
  } catch {
    return [];
  }
}
