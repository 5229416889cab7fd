/** A whole program: `node whole-child.js <side> <components> <folder>` makes the constructs and writes into the folder. */
import { App } from 'cdk8s';
import 'cdk8s-plus-27'; // a program of either side has it
import { Shape } from './shape';

type Build = (app: App, shape: Shape) => void;

/** What a program is made of; each loads what it needs alone. `GitOpsApp` is of the library, which a program of plain objects loads for nothing else. */
const SIDES = {
  'kubernetes': async (): Promise<[Build, typeof App]> => [(await import('./library.js')).buildForKubernetes, (await import('cdk8s-oam')).GitOpsApp],
  'kubernetes-checked': async (): Promise<[Build, typeof App]> => [(await import('./library.js')).buildForKubernetes, await checkedApp()],
  'plain-kubernetes': async (): Promise<[Build, typeof App]> => [(await import('./plain-kubernetes.js')).build, (await import('cdk8s-oam')).GitOpsApp],
  'oam': async (): Promise<[Build, typeof App]> => [(await import('./library.js')).build, (await import('cdk8s-oam')).GitOpsApp],
  'plain-oam': async (): Promise<[Build, typeof App]> => [(await import('./plain.js')).build, App],
};

/** Objects are held against the schemas of their kinds. */
async function checkedApp(): Promise<typeof App> {
  const { GitOpsApp } = await import('cdk8s-oam');
  return class extends GitOpsApp {
    public constructor(props: object = {}) {
      super({ ...props, kubernetesVersion: '1.34', requireSchemas: true });
    }
  };
}

export type WholeSide = keyof typeof SIDES;

async function main([side, components, outdir]: string[]): Promise<void> {
  const [build, Class] = await SIDES[side as WholeSide]();
  const app = new Class({ outdir });
  build(app, { components: Number(components), charts: 1, isEachPublic: true });
  app.synth();
}

main(process.argv.slice(2)).catch(error => {
  console.error(error);
  process.exitCode = 1;
});
