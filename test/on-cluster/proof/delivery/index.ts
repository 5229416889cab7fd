/** What `Environments` writes with `GitOpsDelivery`, delivered by Argo CD and by Flux. */
import { mkdirSync, mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { ArgoCd, startArgoCd } from './argo-cd';
import { Flux, startFlux } from './flux';
import { substituteAndBuild } from './kustomized';
import { Repository, serveRepository } from './repository';
import type { Scene } from './scene';
import { deliverAll } from './steps';
import type { Cluster } from '../../bench/cluster';
import { establish, readCrds } from '../../bench/crds';
import { CLUSTER, Proof, ProofBench } from '../proof';

/** Does something with a folder and a repository, which are gone afterwards. */
async function withRepository(action: (repository: Repository, folder: string) => Promise<void>): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'cdk8s-oam-proof-'));
  const [git, folder] = ['repository', 'tool'].map((name) => join(scratch, name));
  for (const each of [git, folder]) mkdirSync(each);
  const repository = await serveRepository(git);
  try {
    await action(repository, folder);
  } finally {
    repository.stop();
    rmSync(scratch, { recursive: true });
  }
}

const sceneIn = ({ folder, url }: Repository, delivery: Scene['delivery']): Scene => ({
  delivery,
  url,
  outdir: join(folder, 'deployments'),
  path: 'deployments',
  environments: { staging: ['data', 'shop', 'tools'], test: ['data', 'shop'] },
});

async function byArgoCd({ client }: Cluster, { tried }: ProofBench, repository: Repository): Promise<void> {
  const stage = { client, tried, repository, tool: new ArgoCd(client) };
  await deliverAll({ ...stage, name: 'Argo CD', first: sceneIn(repository, 'argo-cd') });
  await deliverAll({ ...stage, name: 'Argo CD with an ApplicationSet', first: sceneIn(repository, 'application-set') });
}

async function byFlux({ client }: Cluster, { tried }: ProofBench, repository: Repository): Promise<void> {
  const tool = new Flux(client, repository.folder);
  await tool.start();
  try {
    const stage = { client, tried, repository, tool, name: 'Flux', first: sceneIn(repository, 'flux') };
    await deliverAll({ ...stage, more: async () => substituteAndBuild(stage) });
  } finally {
    tool.stop();
  }
}

/** What docs/environments.md says of it. */
const SAID = [
  'Argo CD and Flux apply what you commit, revert changes in the cluster, and delete what left the repository.',
  '**Namespaces and claims stay.**',
  '**Order.** Declare that one namespace needs another with `chart.addDependency(other)`.',
  'In a folder, both apply Namespaces and CustomResourceDefinitions first.',
  'its Kustomization, or its Application with `argocd app delete staging` (`kubectl delete` leaves the objects).',
  'An ApplicationSet deletes the objects at once. Argo CD always leaves CustomResourceDefinitions in the cluster; Flux deletes them.',
  '`kustomizations: true`',
];

async function run(bench: ProofBench): Promise<void> {
  const cluster = await bench.cluster();
  await establish(cluster.client, readCrds(['prometheus-operator']));
  await withRepository(async (repository, folder) => {
    await startArgoCd(cluster, folder);
    await byArgoCd(cluster, bench, repository);
  });
  await withRepository(async (repository, folder) => {
    await startFlux(cluster, folder);
    await byFlux(cluster, bench, repository);
  });
}

export const delivery: Proof = {
  claim: 'Argo CD and Flux deliver what is rendered for them: the objects of the files, in the order of their dependencies, and what has left is deleted',
  programs: [...CLUSTER, 'argo-cd', 'kustomize-controller', 'kustomize'],
  crds: ['argo-cd', 'flux-kustomize', 'flux-source', 'prometheus-operator'],
  pages: { 'docs/environments.md': SAID },
  run,
};
