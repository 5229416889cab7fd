/** Three environments as a whole program: `node environments-child.js <side> <released> <folder>` declares them and writes into the folder. */
import { join } from 'path';
import { App } from 'cdk8s';
import 'cdk8s-plus-27'; // a program of either side has it
import { ENVIRONMENTS, EnvironmentsSide, RELEASED, RELEASED_IN } from './environments-shape.js';
import { buildForKubernetes } from './library.js';
import { EnvironmentLayout, Environments } from 'cdk8s-oam';

const LAYOUTS = { 'file-per-object': EnvironmentLayout.FILE_PER_OBJECT, 'file-per-chart': EnvironmentLayout.FILE_PER_CHART };

/** The apps of the environments, and what writes them. */
function appsOf(side: EnvironmentsSide, outdir: string): [App[], () => void] {
  if (side === 'app') {
    const apps = ENVIRONMENTS.map(name => new App({ outdir: join(outdir, name) }));
    return [apps, () => apps.forEach(app => app.synth())];
  }
  const environments = new Environments({ outdir, layout: LAYOUTS[side] });
  return [ENVIRONMENTS.map(name => environments.add(name)), () => environments.synth()];
}

function main([side, released, outdir]: string[]): void {
  const [apps, write] = appsOf(side as EnvironmentsSide, outdir);
  apps.forEach((app, i) => buildForKubernetes(app, {
    components: 1000, charts: 20, isEachPublic: true, released: released === 'yes' && ENVIRONMENTS[i] === RELEASED_IN ? RELEASED : undefined,
  }));
  write();
}

main(process.argv.slice(2));
