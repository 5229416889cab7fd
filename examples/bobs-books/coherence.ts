import { k8s } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { PULL_SECRETS } from './images';
import { CoherenceWorkload, Component } from 'cdk8s-oam';

interface Cluster {
  /** Name of the Coherence resource. */
  readonly name: string;
  readonly image: string;
  readonly label: string;
  readonly replicas: number;
  readonly env?: k8s.EnvVar[];
}

/** A Coherence cluster, which others reach over Extend. */
export function coherence(scope: Construct, id: string, { name, image, label, replicas, env = [] }: Cluster): Component {
  return new Component(scope, id, {
    workload: new CoherenceWorkload({
      template: {
        name,
        spec: {
          labels: { app: label, version: 'v1' },
          replicas,
          image,
          imagePullPolicy: 'IfNotPresent',
          imagePullSecrets: PULL_SECRETS,
          env: [
            ...env,
            { name: 'TRACING_HOST', value: 'jaeger-collector' },
            { name: 'JAEGER_SAMPLER_TYPE', value: 'const' },
            { name: 'JAEGER_SAMPLER_PARAM', value: '1' },
          ],
          jvm: {
            memory: { heapSize: '1g' },
            args: ['-Dcoherence.k8s.operator.health.wait.dcs=false'],
          },
          coherence: { metrics: { enabled: true } },
          ports: [{ name: 'tcp-extend', port: 9000, service: { name: `${name}-extend` } }],
        },
      },
    }),
  });
}
