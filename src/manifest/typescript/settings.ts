import { Names, camelCase, pascalCase } from './names';
import { Unit, withValues } from './statements';
import { Expression, ObjectField, PROPS, literal, mapped, member } from './tree';
import { grouped } from '../../private/grouped';

/** A prop of a chart. */
export interface Setting {
  readonly name: string;
  readonly type: SettingType;
  readonly description: string;
  readonly value: Expression;
}

export type SettingType = 'string' | 'number' | 'string[]';

/** Statements that take settings from props, and the settings. */
interface WithSettings {
  readonly units: readonly Unit[];
  readonly settings: readonly Setting[];
}

/** The roles of values that differ between environments. */
const ROLES = ['image', 'replicas', 'hosts', 'scraper', 'parameter'] as const;

type Role = (typeof ROLES)[number];

/** An occurrence of a setting's value in the code. */
interface Occurrence {
  readonly role: Role;
  readonly expression: Expression;
  readonly about: string;
  /** Distinguishes it from others of its role and component; for a parameter, its name. */
  readonly qualifier: string;
}

const IMAGES = new Set(['image', 'loggingImage', 'fluentdImage']);
const REPLICAS = new Set(['replicas', 'replicaCount']);

/** User-defined maps, in which names of fields have no meaning. */
const OWN = new Set(['annotations', 'binaryData', 'data', 'labels', 'matchLabels', 'nodeSelector', 'selector', 'stringData']);

/** Fields around an image that do not identify its owner. */
const PLAIN = new Set(['', 'containers', 'manifest', 'podSpec', 'spec', 'template']);

const HOST = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/** Turns values that differ between environments into props: namespace, images, replicas, hosts, the scraper, the values of parameters. */
export function withSettings(units: readonly Unit[], namespace: string | undefined): WithSettings {
  const occurrences = units.flatMap(occurrencesInUnit);
  const named = new SettingNames(units).named(occurrences);
  const ofNamespace: Setting[] = namespace === undefined ? []
    : [{ name: 'namespace', type: 'string', description: 'Namespace of all objects of the chart.', value: literal(namespace) }];
  const props = new Map(named.flatMap(({ setting, all }) => all.map(({ expression }): [Expression, string] => [expression, setting.name])));
  const isNamespace = (expression: Expression, key: string) => key === 'namespace' && expression.type === 'literal'
    && namespace !== undefined && expression.value === namespace;
  const replace = (expression: Expression, key: string): Expression | undefined => {
    const prop = isNamespace(expression, key) ? 'namespace' : props.get(expression);
    return prop === undefined ? undefined : member(PROPS, prop);
  };
  return {
    units: units.map(unit => withValues(unit, value => mapped(value, replace))),
    settings: [...ofNamespace, ...named.map(({ setting }) => setting)],
  };
}

function occurrencesInUnit({ about, statements }: Unit): Occurrence[] {
  return statements.flatMap(({ value }) => occurrencesIn(value, { about, key: '' }));
}

interface Around {
  readonly about: string;
  /** The field that holds the expression. */
  readonly key: string;
}

function occurrencesIn(expression: Expression, around: Around): Occurrence[] {
  switch (expression.type) {
    case 'list':
      return expression.elements.flatMap(element => occurrencesIn(element, around));
    case 'call':
      return [expression.callee, ...expression.args].flatMap(part => occurrencesIn(part, around));
    case 'member':
      return occurrencesIn(expression.of, around);
    case 'object':
      return expression.fields.flatMap(field => OWN.has(field.key) ? [] : ofField(field, expression.fields, around));
    default:
      return [];
  }
}

function ofField({ key, value }: ObjectField, siblings: readonly ObjectField[], { about, key: around }: Around): Occurrence[] {
  const one = (role: Role, expression: Expression, qualifier = ''): Occurrence[] => [{ role, expression, about, qualifier }];
  const text = value.type === 'literal' && typeof value.value === 'string' && value.value !== '';
  if (IMAGES.has(key) && text) return one('image', value, qualifierOf(key, siblings, around, about));
  const isNumber = value.type === 'literal' && typeof value.value === 'number';
  if (REPLICAS.has(key) && isNumber) return one('replicas', value, PLAIN.has(around) ? '' : around);
  if (key === 'hosts' && isHosts(value)) return one('hosts', value);
  if (key === 'scraper' && text) return one('scraper', value);
  if (key === 'scraper' && value.type === 'call' && value.args.length === 1) return one('scraper', value.args[0]);
  if (key === 'parameterValues' && value.type === 'list') return value.elements.flatMap(element => ofParameter(element, about));
  return occurrencesIn(value, { about, key });
}

function ofParameter(element: Expression, about: string): Occurrence[] {
  const [parameter, value] = ['name', 'value'].map(key => fieldOf(element, key));
  if (parameter?.type !== 'literal' || value?.type !== 'literal' || value.value === null || typeof value.value === 'boolean') return [];
  return [{ role: 'parameter', expression: value, about, qualifier: String(parameter.value) }];
}

function isHosts(value: Expression): boolean {
  return value.type === 'list' && value.elements.length > 0
    && value.elements.every(element => element.type === 'literal' && typeof element.value === 'string' && HOST.test(element.value));
}

/** The owner of an image: the container that is named beside it, or the field around it. */
function qualifierOf(key: string, siblings: readonly ObjectField[], around: string, about: string): string {
  if (key !== 'image') return key.slice(0, -'Image'.length);
  const sibling = siblings.find(field => field.key === 'name')?.value;
  if (sibling?.type === 'literal') return sibling.value === about ? '' : String(sibling.value);
  return PLAIN.has(around) ? '' : around.replace(/Images?$/, '');
}

/** Names and describes settings. */
class SettingNames {
  /** The names of the props of `Chart` are taken. */
  private readonly names = new Names('', ['namespace', 'labels', 'disableResourceNameHashes']);
  private readonly descriptions = new Map<string, string>();

  public constructor(units: readonly Unit[]) {
    for (const { kind, about, statements: [{ value }] } of units) {
      const declared = kind === 'component' && value.type === 'call' ? fieldOf(value.args[2], 'parameters') : undefined;
      if (declared?.type !== 'list') continue;
      for (const element of declared.elements) this.describeParameter(about, element);
    }
  }

  public named(occurrences: readonly Occurrence[]): { readonly setting: Setting; readonly all: readonly Occurrence[] }[] {
    const order = new Map([...new Set(occurrences.map(({ about }) => about))].map((about, i) => [about, i]));
    const placeOf = ({ role, about }: Occurrence, isOne: boolean) => isOne && !isOfComponent(role) ? order.size : order.get(about)!;
    const groups = [...grouped(occurrences, each => [groupOf(each)]).values()].flatMap(group => {
      const isOne = new Set(group.map(valueOf)).size === 1;
      const shared = grouped(group, each => [isOne ? '' : `${isOfComponent(each.role) ? each.qualifier : each.about} ${valueOf(each)}`]);
      return [...shared.values()].map(all => ({ all, isOne, place: placeOf(all[0], isOne), rank: ROLES.indexOf(all[0].role) }));
    });
    const sorted = groups.sort((a, b) => a.place - b.place || a.rank - b.rank);
    return sorted.map(({ all, isOne }) => ({ setting: this.setting(all, isOne), all }));
  }

  private setting(all: readonly Occurrence[], isOne: boolean): Setting {
    const [{ expression: value, role, about, qualifier }] = all;
    const description = this.describe({ role, about, qualifier: isOne && role !== 'parameter' ? '' : qualifier }, isOne, all);
    return { name: this.names.take(nameOf(all[0], isOne)), type: typeOf(value), description, value };
  }

  private describe({ role, about, qualifier }: Omit<Occurrence, 'expression'>, isOne: boolean, all: readonly Occurrence[]): string {
    const owners = [...new Set(all.map(each => each.about))].join(', ');
    switch (role) {
      case 'image':
        return `Image of ${about}${qualifier === '' ? '' : ` (${qualifier})`}.`;
      case 'replicas':
        return `Number of replicas of ${about}.`;
      case 'hosts':
        return `Hosts of ${owners}.`;
      case 'scraper':
        return `Scraper that collects the metrics${isOne ? '' : ` of ${owners}`}: \`<namespace>/<name>\`.`;
      case 'parameter': {
        const description = this.descriptions.get(keyOf(about, qualifier));
        return `Parameter ${qualifier} of ${owners}${description === undefined ? '' : `: ${description.replace(/\.$/, '')}`}.`;
      }
    }
  }

  private describeParameter(about: string, element: Expression): void {
    const [parameter, description] = ['name', 'description'].map(key => fieldOf(element, key));
    if (parameter?.type !== 'literal' || description?.type !== 'literal') return;
    this.descriptions.set(keyOf(about, String(parameter.value)), String(description.value));
  }
}

function keyOf(about: string, parameter: string): string {
  return JSON.stringify([about, parameter]);
}

/** Whether each component has its own setting of a role, as with images and replicas. */
function isOfComponent(role: Role): boolean {
  return role === 'image' || role === 'replicas';
}

function groupOf({ role, about, qualifier }: Occurrence): string {
  if (isOfComponent(role)) return `${role} ${about}`;
  return role === 'parameter' ? `${role} ${qualifier}` : role;
}

function valueOf({ expression }: Occurrence): string {
  return JSON.stringify(expression);
}

/** `frontImage`, `frontSidecarImage`, `scraper`, `frontScraper`, `database`. */
function nameOf({ role, about, qualifier }: Occurrence, isOne: boolean): string {
  switch (role) {
    case 'image':
    case 'replicas':
      return camelCase(about, 'component') + (isOne ? '' : pascalCase(qualifier, '')) + pascalCase(role, '');
    case 'parameter':
      return isOne ? camelCase(qualifier, 'parameter') || 'parameter' : camelCase(about, 'component') + pascalCase(qualifier, 'parameter');
    default:
      return isOne ? role : camelCase(about, 'component') + pascalCase(role, '');
  }
}

function typeOf(value: Expression): SettingType {
  if (value.type === 'list') return 'string[]';
  return value.type === 'literal' && typeof value.value === 'number' ? 'number' : 'string';
}

function fieldOf(expression: Expression | undefined, key: string): Expression | undefined {
  return expression?.type === 'object' ? expression.fields.find(field => field.key === key)?.value : undefined;
}
