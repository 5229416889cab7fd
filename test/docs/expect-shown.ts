import { Program } from './pages';
import { Outcome } from './run';
import { objectsOf } from '../examples/programs';
import { schemaErrorsOf } from '../support/schemas';

/** What the schemas say of kinds on pages that none of them describes. */
const UNKNOWN = [
  'Component shop/resize: spec.workload no schema for functions.example.com/v1 Function',
  'Cluster shop/orders: no schema for postgresql.cnpg.io/v1 Cluster',
  'ScheduledBackup shop/orders: no schema for postgresql.cnpg.io/v1 ScheduledBackup',
  'ScaledObject shop/cart: no schema for keda.sh/v1alpha1 ScaledObject',
];

/** Fails unless a program gave what its page shows, and nothing that a cluster would refuse. */
export function expectShown({ before, yaml, errors, prints }: Program, { objects, stdout, stderr, warnings, error }: Outcome): void {
  // first of all, as it explains what is missing
  expect(lines(error ?? '')).toEqual(lines(errors.join('\n')));
  expect(stderr).toBe('');
  if (before !== undefined) expect({ shown: prints.length > 0, warnings }).toEqual({ shown: true, warnings: '' });
  // warnings are shown where they are what a page is about
  const printed = prints.join('\n');
  if (prints.length > 0) expect(lines(printed.startsWith('(node)') ? warnings : stdout)).toEqual(lines(printed));
  for (const object of yaml.flatMap(objectsOf)) {
    // next to the one of the same name, where there is one, so that Jest shows what differs
    const same = objects.filter((other) => nameOf(other) === nameOf(object));
    if (same.length === 1) expect(same[0]).toEqual(object);
    else expect(objects).toContainEqual(object);
  }
  expect(schemaErrorsOf(objects).filter((message) => !UNKNOWN.includes(message))).toEqual([]);
}

/** Without what does not show: space around the whole and at the ends of lines. */
function lines(text: string): string[] {
  return text.trim().split('\n').map((line) => line.trimEnd());
}

function nameOf({ kind, metadata }: any): string {
  return `${kind} ${metadata?.namespace} ${metadata?.name}`;
}
