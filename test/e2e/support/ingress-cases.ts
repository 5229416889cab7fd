import { ask, Question } from './ask';
import { Backends } from './backends';
import { answering, Declared, declaredPaths } from './declared';
import { IngressServer } from './ingress-servers';

/** A host, a path, and who has to answer. */
export type Case = [host: string, path: string, expected: string | undefined];

/** Every host with every path: those that are declared, longer and shorter ones, and others. */
export function casesOf(traits: readonly Declared[], server: IngressServer, otherHosts: readonly string[], otherPaths: readonly string[]): Case[] {
  const declared = declaredPaths(traits);
  const hosts = new Set([...declared.map(({ host }) => host.replace('*', 'any')), ...otherHosts]);
  const literal = declared.map(({ elements }) => elements.join('/'));
  const paths = new Set([...literal, ...literal.flatMap((path) => [`${path}/`, `${path}x`, `${path}/x`, path.slice(0, -1) || '/']), ...otherPaths]);
  return [...hosts].flatMap((host) => [...paths].map((path): Case => [host, path, answering(declared, server, host, path)]));
}

/** Fewer than half of the connections that the servers take. */
const AT_ONCE = 10;

/** Who answers in each case. What is not served is 404, and reaches nobody. */
export async function answersTo(cases: readonly Case[], question: Pick<Question, 'port' | 'ca'>): Promise<Case[]> {
  const answers: Case[] = [];
  for (let start = 0; start < cases.length; start += AT_ONCE) {
    answers.push(...await Promise.all(cases.slice(start, start + AT_ONCE).map(async ([host, path]): Promise<Case> => {
      const { status, body } = await ask({ ...question, host, path });
      return [host, path, status === 404 ? undefined : `${status} ${body}`.replace(/^200 (.+) 0$/, '$1')];
    })));
  }
  return answers;
}

/** How many requests have come to all of them. */
export function requestsTo({ servers }: Backends): number {
  return Object.values(servers).flat().reduce((sum, { requests }) => sum + requests.length, 0);
}
