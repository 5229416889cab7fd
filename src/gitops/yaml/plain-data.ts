// What is surely data and nothing more. cdk8s asks each object for `toJSON`, takes what can be iterated for a list, and what says that it is a node of
// a YAML document for that; dates, Maps, bytes and the like have forms of their own.

/** By this symbol the package with which cdk8s writes YAML tells the nodes of its documents. */
const NODE = Symbol.for('yaml.node.type');

const ITERATE = Array.prototype[Symbol.iterator];

/** Whether an object has nothing but its fields. One without a prototype is as good. */
export function isPlainMap(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && hasNoMeaning(value) && !(Symbol.iterator in value);
}

/** Whether an array is nothing but a list of its elements. */
export function isPlainList(value: readonly unknown[]): boolean {
  return Object.getPrototypeOf(value) === Array.prototype && hasNoMeaning(value) && value[Symbol.iterator] === ITERATE;
}

function hasNoMeaning(value: any): boolean {
  return value.toJSON === undefined && value[NODE] === undefined;
}

/** Whether objects inherit fields that a loop over their fields would find, because a program has added them to all objects. */
export function isPolluted(): boolean {
  for (const _ in Object.prototype) return true;
  return false;
}
