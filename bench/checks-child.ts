/**
 * Counts the work of the library's tree checks in one synthesis: `node checks-child.js <components> <charts> <module>`.
 *
 * The check itself is private; its compiled module is wrapped here, since its callers look it up at every call.
 */
import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { App } from 'cdk8s';
import { build } from './library';

/** How often a synthesis does what. */
export interface Counts {
  /** The whole tree is read and checked. */
  readonly checks: number;
  /** cdk8s asks the root for its findings: once, and once for each chart. */
  readonly validations: number;
}

function count(owner: any, name: string): () => number {
  const original = owner[name];
  let calls = 0;
  owner[name] = function (...args: unknown[]) {
    calls++;
    return original.apply(this, args);
  };
  return () => calls;
}

async function main([components, charts, module]: string[]): Promise<Counts> {
  const checks = count(await import(module), 'checkTree');
  const outdir = mkdtempSync(join(tmpdir(), 'cdk8s-oam-bench-'));
  try {
    const app = new App({ outdir });
    build(app, { components: Number(components), charts: Number(charts) });
    const validations = count(app.node, 'validate');
    app.synth();
    return { checks: checks(), validations: validations() };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

main(process.argv.slice(2)).then(
  counts => process.stdout.write(JSON.stringify(counts)),
  error => {
    console.error(error);
    process.exitCode = 1;
  },
);
