import { Program } from './pages';
import { Outcome } from './run';
import { objectsOf } from '../examples/programs';
import { schemaErrorsOf } from '../support/schemas';

/** What the schemas say of the fields and kinds that pages show because nobody knows them. */
const UNKNOWN = new Set([
  'ApplicationConfiguration shop/shop: spec.components[0].traits[0].trait no schema for networking.istio.io/v1beta1 DestinationRule',
  'Component shop/resize: spec.workload no schema for functions.example.com/v1 Function',
  'SecretStore monitoring/monitoring-secrets: no schema for external-secrets.io/v1 SecretStore',
]);

/** Kinds of Argo CD and Flux, which their own code reads in the proofs. */
const OF_TOOLS = /: no schema for (argoproj|(source|kustomize)\.toolkit\.fluxcd)\.io\/v1(alpha1)? (Application|GitRepository|Kustomization)$/;

/** Fails unless a program gave what its page shows, and nothing that a cluster would refuse. */
export function expectShown({ yaml, errors, prints }: Program, { objects, stdout, stderr, error }: Outcome): void {
  // first of all, as it explains what is missing
  expect(lines(error ?? '')).toEqual(lines(errors.join('\n')));
  expect(stderr).toBe('');
  if (prints.length > 0) expect(lines(stdout)).toEqual(lines(prints.join('\n')));
  for (const object of yaml.flatMap(objectsOf)) {
    // next to the one of the same name, where there is one, so that Jest shows what differs
    const same = objects.filter((other) => nameOf(other) === nameOf(object));
    if (same.length === 1) expect(same[0]).toEqual(object);
    else expect(objects).toContainEqual(object);
  }
  expect(schemaErrorsOf(objects).filter((message) => !UNKNOWN.has(message) && !OF_TOOLS.test(message))).toEqual([]);
}

/** Without what does not show: space around the whole and at the ends of lines. */
function lines(text: string): string[] {
  return text.trim().split('\n').map((line) => line.trimEnd());
}

function nameOf({ kind, metadata }: any): string {
  return `${kind} ${metadata?.namespace} ${metadata?.name}`;
}
