import { k8s } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { PULL_SECRETS } from './images';
import { Component, HelidonWorkload } from 'cdk8s-oam';

interface StockApplication {
  /** Name of the workload and its Deployment, and the label of its pods. */
  readonly name: string;
  readonly container: string;
  readonly image: string;
  /** The Coherence cluster that holds the stock. */
  readonly cluster: string;
  readonly env?: k8s.EnvVar[];
}

/** A shop that keeps its stock in a Coherence cluster. */
export function stockApplication(scope: Construct, id: string, { name, container, image, cluster, env = [] }: StockApplication): Component {
  return new Component(scope, id, {
    workload: new HelidonWorkload({
      name,
      labels: { app: name, version: 'v1' },
      deployment: {
        name,
        podSpec: {
          containers: [{
            name: container,
            image,
            imagePullPolicy: 'IfNotPresent',
            ports: [{ name: 'http', containerPort: 8080 }],
            env: [
              ...env,
              { name: 'COH_CLUSTER', value: cluster },
              { name: 'COHERENCE_CLUSTER', value: cluster },
              { name: 'COH_CACHE_CONFIG', value: 'coherence-cache-config.xml' },
              { name: 'COH_POF_CONFIG', value: 'pof-config.xml' },
            ],
          }],
          imagePullSecrets: PULL_SECRETS,
        },
      },
    }),
  });
}
