import { isIP } from 'node:net';
import { failCount, failNone } from './failures';
import { isAsked, queryCheck, queryOf } from './query';
import type { TrafficPeer } from './traffic-peer';
import { ViewedCluster } from './viewed-cluster';
import { Check, FINE, found, must, saying } from '../findings/finding';
import { ConnectionEnd, podsEnd } from '../network/ends';
import { makesPods } from '../objects/pod-holders';
import { all, closed, filled, isObject, mapOf, text } from '../private/check';
import { refuse } from '../private/errors';
import { visible } from '../private/written';

/** An end of a connection, and its title. */
export interface NamedEnd {
  readonly title: string;
  readonly end: ConnectionEnd;
}

const isOne: Check = (value: TrafficPeer, field) => {
  const given = [value?.pods, value?.namespace, value?.address].filter(each => each != null);
  const isLoose = value?.namespace == null && (value?.podLabels != null || value?.namespaceLabels != null);
  return isObject(value) && (given.length !== 1 || isLoose) ? found('invalid-value', field,
    saying("must have exactly one of 'pods', 'namespace' and 'address'; 'podLabels' and 'namespaceLabels' go with 'namespace'")) : FINE;
};

/** The check of one end. */
export const trafficPeer: Check = all(
  closed({
    pods: queryCheck,
    namespace: filled,
    podLabels: mapOf(text),
    namespaceLabels: mapOf(text),
    address: must(value => isIP(value) > 0, 'invalid-value', 'address'),
  }),
  isOne,
);

/** The ends that a peer stands for: one for each object that creates pods, or a single one. */
export function endsOf(subject: string, cluster: ViewedCluster, peer: TrafficPeer, field: string): NamedEnd[] {
  refuse(subject, trafficPeer(peer, field));
  const { pods, namespace, podLabels: labels = {}, namespaceLabels, address } = peer;
  if (address != null) return [{ title: address, end: { address } }];
  if (pods == null) {
    const known = { ...cluster.index.labelsOfNamespace(namespace), ...namespaceLabels };
    const title = visible(`pods of namespace ${namespace}`);
    return [{ title, end: { namespace, namespaceLabels: known, labels, ports: [] } }];
  }
  const query = queryOf(subject, pods);
  const asked = cluster.viewed.filter(({ value }) => isAsked(query, value));
  const making = asked.map(({ value }) => value).filter(makesPods);
  if (asked.length === 0) return failNone(query, cluster.viewed);
  if (making.length === 0) return failCount(query, asked, { reason: 'podless' });
  return making.map(object => ({ title: cluster.titleOf(object), end: podsEnd(object, cluster.index) }));
}
