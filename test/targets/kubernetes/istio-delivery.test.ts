import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chart } from 'cdk8s';
import { parse } from 'yaml';
import { TOKENS, istio, policy } from './istio-support';
import { kubernetes, listening } from './support';
import { ApplicationConfiguration, Component, Environments, GitOpsDelivery, IngressPathType, IngressTrait } from '../../../src';

const REPOSITORY = { url: 'https://git.example.com/a.git', path: 'out' };

test.each<[string, GitOpsDelivery, string, (object: any) => unknown, unknown]>([
  ['Flux', GitOpsDelivery.flux(REPOSITORY), '_flux/dev/Kustomization.dev-ns.yaml', ({ spec }) => spec.dependsOn, [{ name: 'dev-istio-system' }]],
  ['Argo CD', GitOpsDelivery.argoCd({ repoURL: REPOSITORY.url, path: 'out' }), '_argocd/dev/Application.dev-ns.yaml',
    ({ metadata }) => metadata.annotations['argocd.argoproj.io/sync-wave'], '1'],
])('%s applies policies before the routes that they guard', (_, delivery, file, read, expected) => {
  const outdir = mkdtempSync(join(tmpdir(), 'istio-'));
  try {
    const environments = new Environments({ outdir, delivery: [delivery] });
    const namespaces = [{ name: 'ns' }, { name: 'istio-system', existing: true }];
    const chart = new Chart(environments.add('dev', { platform: kubernetes({ ingress: istio(TOKENS) }), namespaces }), 'c', { namespace: 'ns' });
    const application = new ApplicationConfiguration(chart, 'hello');
    // the first one renders the VirtualService, and the second one the policy
    for (const [name, authorizationPolicy] of [['a'], ['b', policy()]] as const) {
      const binding = application.addComponent(new Component(chart, name, { workload: listening() }));
      new IngressTrait(binding, 'ingress', { rules: [{ hosts: ['a.example.com'], paths: [{ path: `/${name}`, pathType: IngressPathType.EXACT, authorizationPolicy }] }] });
    }
    environments.synth();

    expect(read(parse(readFileSync(join(outdir, file), 'utf8')))).toEqual(expected);
  } finally {
    rmSync(outdir, { recursive: true });
  }
});
