import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { PlainObject } from '../objects/rendering';
import { grouped } from '../private/grouped';
import { isKind } from '../private/kinds/kind-of';
import { SERVICE } from '../private/kinds/kubernetes-kinds';
import { isModelObject } from '../private/model-object';
import { Registry } from '../private/registry';

/** The Services that a program makes elsewhere in its app, as they are rendered by now. */
export interface AppServices {
  readonly named: (namespace: string | undefined, name: string) => PlainObject | undefined;
  /** Those that may select pods with these labels: one label of their selectors is among them. */
  readonly near: (namespace: string | undefined, labels: Readonly<Record<string, string>>) => readonly PlainObject[];
}

export function appServices(construct: IConstruct): AppServices {
  return Registry.of(construct).once(appServices, () => {
    const isMadeElsewhere = (each: IConstruct): each is ApiObject => ApiObject.isApiObject(each) && isKind(each, SERVICE) && !isModelObject(each);
    const services = construct.node.root.node.findAll().filter(isMadeElsewhere).flatMap(rendered);
    const keyOf = (...parts: readonly unknown[]) => JSON.stringify(parts);
    const byName = grouped(services, ({ metadata }) => [keyOf(metadata?.namespace, metadata?.name)]);
    const byLabel = grouped(services, ({ metadata, spec }) => {
      const [label] = Object.entries(Object(spec?.selector));
      return label ? [keyOf(metadata?.namespace, ...label)] : [];
    });
    return {
      named: (namespace, name) => byName.get(keyOf(namespace, name))?.[0],
      near: (namespace, labels) => Object.entries(labels).flatMap(label => byLabel.get(keyOf(namespace, ...label)) ?? []),
    };
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
