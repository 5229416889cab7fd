import { DeclaredComponent } from './declared-component';
import { Remark, remark } from './remarks';
import { grouped } from '../private/grouped';

/**
 * The components of OAM and those of plain Kubernetes, each once where both are given: what is rendered for two platforms, or an application on its way from
 * one to the other. Monitors go first, since they say more; but what has no monitor says nothing of where it is scraped, and an application may.
 */
export function onceEach(ofOam: readonly DeclaredComponent[], ofKubernetes: readonly DeclaredComponent[]): DeclaredComponent[] {
  const rest = new Set(ofKubernetes);
  const byName = grouped(ofKubernetes, each => [keyOf(each)]);
  const once = ofOam.map(declared => {
    const same = byName.get(keyOf(declared))?.find(each => rest.has(each) && isSameNamespace(each, declared));
    if (!same) return declared;
    rest.delete(same);
    const [first, second] = same.endpoints.length > 0 || declared.endpoints.length === 0 ? [same, declared] : [declared, same];
    return { ...first, also: { file: second.file, line: second.line } };
  });
  return [...once, ...rest];
}

function keyOf({ application, component }: DeclaredComponent): string {
  return `${application} ${component}`;
}

/** One that is not known may be any. */
function isSameNamespace(one: DeclaredComponent, other: DeclaredComponent): boolean {
  return one.namespace === undefined || other.namespace === undefined || one.namespace === other.namespace;
}

/** What the user should know of it, once for all of them. */
export function noteOfBoth(components: readonly DeclaredComponent[]): Remark[] {
  const [first, ...more] = components.filter(({ also }) => also);
  if (!first) return [];
  const { component, file, line, also } = first;
  return [remark('declared-twice', { count: more.length + 1, component, verified: { file, line }, ignored: also! })];
}
