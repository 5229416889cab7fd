import { setTimeout as pause } from 'timers/promises';
import type { Cluster } from '../bench/cluster';

/** An object of a custom kind with lists. */
export const gadget = (spec: object) => ({ apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'g', namespace: 'shop' }, spec });

/** Defines the kind, and waits until the API server publishes its schema. */
export async function defineGadgets(client: Cluster['client']): Promise<void> {
  const list = { type: 'array', items: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const number = { type: 'integer' };
  const names = { type: 'array', items: { type: 'string' } };
  const properties = { size: number, more: number, items: list, names, map: { type: 'object', additionalProperties: number } };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } };
  await client.apply({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'gadgets.example.com' },
    spec: {
      group: 'example.com', scope: 'Namespaced', names: { kind: 'Gadget', plural: 'gadgets' }, versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  });
  for (let tries = 0; tries < 50 && (await client.send('GET', '/openapi/v3/apis/example.com/v1')).status !== 200; tries++) await pause(200);
}
