/** A cluster with its scraper: `node clusters-child.js <components> <namespaces> <folder> [<moved>]` writes its manifests, and prints what it took as JSON. */
import 'cdk8s-plus-27'; // a user's program has it
import { buildWithScraper } from './library.js';
import { GitOpsApp } from 'cdk8s-oam';

/** What a child reports. */
export interface ClusterSample {
  /** Making the constructs, in milliseconds. */
  readonly construct: number;
  /** `App.synth()`, in milliseconds. */
  readonly synth: number;
  /** Processor time of all threads for both, in milliseconds. */
  readonly cpu: number;
  /** Peak memory of the process, in MiB. */
  readonly memory: number;
}

function main([components, charts, outdir, moved]: string[]): ClusterSample {
  const before = process.cpuUsage();
  const start = performance.now();
  const app = new GitOpsApp({ outdir });
  const shape = { components: Number(components), charts: Number(charts), moved: moved === undefined ? undefined : Number(moved) };
  buildWithScraper(app, shape);
  const built = performance.now();
  app.synth();
  const end = performance.now();
  const { user, system } = process.cpuUsage(before);
  return { construct: built - start, synth: end - built, cpu: (user + system) / 1000, memory: process.resourceUsage().maxRSS / 1024 };
}

process.stdout.write(JSON.stringify(main(process.argv.slice(2))));
