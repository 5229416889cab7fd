import { Names, camelCase, pascalCase } from './names';
import { Expression, ObjectField, PROPS, list, literal, member, objectLiteral } from './tree';

/** A prop of a chart. */
export interface Setting {
  readonly name: string;
  readonly type: 'string' | 'number' | 'string[]';
  readonly description: string;
  readonly value: Expression;
}

/** Fields whose values differ between environments: the last word of the prop's name, what it is, and its type. */
const FIELDS: ReadonlyMap<string, { readonly suffix: string; readonly what: string; readonly type: Setting['type'] }> = new Map([
  ['image', { suffix: 'Image', what: 'Image', type: 'string' }],
  ['loggingImage', { suffix: 'LoggingImage', what: 'Logging image', type: 'string' }],
  ['fluentdImage', { suffix: 'FluentdImage', what: 'Fluentd image', type: 'string' }],
  ['replicas', { suffix: 'Replicas', what: 'Number of replicas', type: 'number' }],
  ['replicaCount', { suffix: 'Replicas', what: 'Number of replicas', type: 'number' }],
  ['hosts', { suffix: 'Hosts', what: 'Hosts', type: 'string[]' }],
]);

/** User-defined maps, in which names of fields have no meaning. */
const OWN = new Set(['annotations', 'binaryData', 'data', 'labels', 'matchLabels', 'nodeSelector', 'selector', 'stringData']);

const HOST = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/** The props of a chart: namespace, images, replicas and hosts. */
export class ProgramSettings {
  public readonly all: Setting[] = [];
  /** The names of the props of `Chart` are taken. */
  private readonly names = new Names('', ['namespace', 'labels', 'disableResourceNameHashes']);
  /** The props by the name that was wanted, and the value. */
  private readonly known = new Map<string, Expression>();

  public constructor(private readonly namespace: string | undefined) {
    if (namespace === undefined) return;
    this.all.push({ name: 'namespace', type: 'string', description: 'Namespace of all objects of the chart.', value: literal(namespace) });
  }

  /** Replaces the values that differ between environments by props; `about` names the component that they belong to. */
  public lift(expression: Expression, about: string, key = ''): Expression {
    switch (expression.type) {
      case 'list':
        return list(expression.elements.map(element => this.lift(element, about, key)));
      case 'call':
        return { ...expression, args: expression.args.map(arg => this.lift(arg, about)) };
      case 'object':
        return objectLiteral(expression.fields.map(field => ({ ...field, value: this.field(field, expression.fields, about, key) })));
      default:
        return expression;
    }
  }

  private field({ key, value }: ObjectField, siblings: readonly ObjectField[], about: string, around: string): Expression {
    if (OWN.has(key)) return value;
    if (key === 'namespace' && value.type === 'literal' && this.namespace !== undefined && value.value === this.namespace) {
      return member(PROPS, 'namespace');
    }
    const known = FIELDS.get(key);
    if (!known || known.type !== typeOf(value)) return this.lift(value, about, key);
    const { suffix, what, type } = known;
    // a second image of a component has the prop `<component><Container>Image`
    const named = siblings.find(field => field.key === 'name')?.value;
    const owner = named?.type === 'literal' && typeof named.value === 'string' ? named.value : around;
    const component = camelCase(about, 'component') || 'component';
    const names = [component + suffix, component + pascalCase(owner, '') + suffix];
    const keys = names.map(each => JSON.stringify([each, value]));
    const same = keys.flatMap(each => this.known.get(each) ?? []);
    if (same.length > 0) return same[0];
    const name = this.names.take(...names);
    const prop = member(PROPS, name);
    this.all.push({ name, type, value, description: `${what} of ${about}${name === names[0] || owner === '' ? '' : ` (${owner})`}.` });
    this.known.set(keys[name === names[0] ? 0 : 1], prop);
    return prop;
  }
}

/**
 * The type of a prop with a value; `undefined` for what no prop holds: nothing, a boolean, an object, or a host that
 * matches all.
 */
function typeOf(value: Expression): Setting['type'] | undefined {
  if (value.type === 'list') {
    const isHost = (each: Expression) => each.type === 'literal' && typeof each.value === 'string' && HOST.test(each.value);
    return value.elements.length > 0 && value.elements.every(isHost) ? 'string[]' : undefined;
  }
  if (value.type !== 'literal') return undefined;
  return typeof value.value === 'number' ? 'number' : typeof value.value === 'string' ? 'string' : undefined;
}
