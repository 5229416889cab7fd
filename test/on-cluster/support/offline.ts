/** Kubernetes' own judgement of objects without a server: the program `offline`. */
import { spawnSync } from 'child_process';
import { programOf } from '../bench/binaries';

/** One reason of a refusal, as in the details of a server's Status. */
export interface Cause {
  /** Its path; undefined where the object as a whole is meant. */
  readonly field?: string;
  readonly message: string;
}

/** What becomes of an object that somebody creates. */
export interface Verdict {
  /** `unknown` is an object of a kind that is not judged: of a CRD, or one that is never stored, as a review. */
  readonly verdict: 'accepted' | 'refused' | 'unknown';
  /** Where it was refused: no server serves its kind, its fields have other names or types, or their values are not valid. */
  readonly stage?: 'kind' | 'decode' | 'validate';
  /** Why it was refused. */
  readonly causes?: readonly Cause[];
}

/** A judge that says nothing for so long hangs. It takes a millisecond an object. */
const TIMEOUT = 120_000;
const ANSWERS = 256 * 2 ** 20;

/** Judges objects as a server judges what is created with strict validation of fields, in their order, in one process. */
export function judge(objects: readonly unknown[]): Verdict[] {
  const verdicts = ask([], objects.map((object) => `${JSON.stringify(object)}\n`).join('')).map((line): Verdict => JSON.parse(line));
  if (verdicts.length !== objects.length) throw new Error(`offline judged ${verdicts.length} of ${objects.length} objects`);
  return verdicts;
}

/** What it judges, as `apps/v1 Deployment`. */
export function judgedKinds(): string[] {
  return ask(['kinds'], '').sort();
}

function ask(args: readonly string[], input: string): string[] {
  const options = { input, encoding: 'utf8', timeout: TIMEOUT, maxBuffer: ANSWERS } as const;
  const { status, signal, error, stdout, stderr } = spawnSync(programOf('offline'), args, options);
  if (error || status !== 0) throw new Error(`offline failed (${error?.message ?? signal ?? status}): ${(stderr ?? '').slice(-2000)}`);
  return stdout.split('\n').slice(0, -1);
}
