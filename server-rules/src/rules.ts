import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Definitions, definitionsOf, nameOf } from './definitions';
import { Instance } from './instance';
import { Module } from './web-assembly';

/** One reason of a refusal. */
export interface Cause {
  /** The path of the field, such as `spec.ports[0].nodePort`. @default - the object as a whole, or the message names the field */
  readonly field?: string;
  /** In the server's words; it may show values. */
  readonly message: string;
}

/** What a server makes of an object that is created with strict validation of fields. */
export interface Verdict {
  /**
   * `accepted`; `refused`; `unknown`: of a kind that is not judged here; `failed`: the program ended itself over this object, took more than 10 s, or ran
   * out of memory, so that nothing is known. After 30 s of such failures, the objects that remain are `failed` without being looked at.
   */
  readonly verdict: 'accepted' | 'refused' | 'unknown' | 'failed';
  /** Where it was refused: no server serves its kind, its fields have other names or types, or their values are not valid. */
  readonly stage?: 'kind' | 'decode' | 'validate';
  /** Why it was refused, or why nothing is known. */
  readonly causes?: readonly Cause[];
}

/** What objects are judged by. */
export interface JudgeOptions {
  /**
   * CustomResourceDefinitions, as objects. Of two for one kind the last counts. They are not judged themselves unless they are among the objects.
   *
   * @default - objects of custom kinds are `unknown`
   */
  readonly crds?: readonly unknown[];
}

/** Judges objects. */
export interface ServerRules {
  /** The version of Kubernetes whose rules these are. */
  readonly version: string;
  /** Judges objects by themselves, in their order: whether their namespaces, and what they refer to, are there is not asked. */
  judge(objects: readonly unknown[], options?: JudgeOptions): Verdict[];
  /** The kinds that are judged without a CustomResourceDefinition, such as `apps/v1 Deployment`, sorted. */
  kinds(): string[];
}

/** A server reads no larger object. */
const LARGEST = 3 * 2 ** 20;

/** How long work may take, in milliseconds. */
export interface Limits {
  /** For one answer; that on an ordinary object takes one or two. */
  readonly answer: number;
  /** For failures together, before the objects that remain are not looked at. */
  readonly failures: number;
}

const LIMITS: Limits = { answer: 10_000, failures: 30_000 };

export class Rules implements ServerRules {
  public readonly version = JSON.parse(readFileSync(join(__dirname, '../build.json'), 'utf8')).kubernetes;
  private instance?: Instance;
  /** What the instance knows, by the names of definitions; and why it cannot use one. */
  private readonly defined = new Map<string, { readonly text: string; readonly refusal?: Verdict }>();

  constructor(private readonly module: Module, private readonly limits = LIMITS) {}

  public judge(objects: readonly unknown[], { crds = [] }: JudgeOptions = {}): Verdict[] {
    const definitions = definitionsOf(crds);
    let failing = 0;
    return objects.map((object) => {
      if (failing > this.limits.failures) return { verdict: 'failed', causes: [{ message: `not looked at: earlier failures took more than ${this.limits.failures / 1000} s` }] };
      const start = Date.now();
      const verdict = this.verdictOn(object, definitions);
      if (verdict.verdict === 'failed') failing += Date.now() - start;
      return verdict;
    });
  }

  public kinds(): string[] {
    return JSON.parse(this.running().ask('about')).kinds.sort();
  }

  private verdictOn(object: unknown, definitions: Definitions): Verdict {
    try {
      const text = JSON.stringify(object) ?? 'null';
      if (Buffer.byteLength(text) > LARGEST) return { verdict: 'refused', stage: 'decode', causes: [{ message: `Request entity too large: limit is ${LARGEST}` }] };
      return this.define(nameOf(object), definitions) ?? JSON.parse(this.running().ask('judge', text));
    } catch (error) {
      // the next object has another instance: nobody knows in which state this one is
      this.end();
      return { verdict: 'failed', causes: [{ message: (error as Error).message }] };
    }
  }

  /** Makes the definition of an object's kind known, and no other that was given for it earlier. */
  private define(name: string, definitions: Definitions): Verdict | undefined {
    const text = definitions(name);
    if (this.defined.has(name) && this.defined.get(name)!.text !== text) this.end();
    if (text !== undefined && !this.defined.has(name)) {
      const { verdict, causes = [] }: Verdict = JSON.parse(this.running().ask('define', text));
      const unusable = causes.map(({ message }) => ({ message: `the CustomResourceDefinition ${name} cannot be used: ${message}` }));
      this.defined.set(name, { text, ...verdict === 'accepted' ? {} : { refusal: { verdict: 'refused', stage: 'kind', causes: unusable } } });
    }
    return this.defined.get(name)?.refusal;
  }

  private running(): Instance {
    return this.instance ??= new Instance(this.module, this.limits.answer);
  }

  private end(): void {
    this.instance = undefined;
    this.defined.clear();
  }
}
