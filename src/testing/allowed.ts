import { failWith } from './failures';
import { endsOf, NamedEnd } from './traffic-ends';
import type { TrafficPeer } from './traffic-peer';
import { ViewedCluster } from './viewed-cluster';
import { found, saying } from '../findings/finding';
import { showPhrase } from '../findings/catalogue/phrases';
import { describeBare } from '../findings/words';
import { ConnectionPort, DirectionVerdict, PolicyRefusal, refusalsOf, verdictsOn } from '../network/policies';
import { oneOf } from '../private/check';
import { refuse } from '../private/errors';
import { port as portCheck } from '../private/network';

/** A connection that a test asks about. */
interface AskedConnection extends ConnectionPort {
  readonly from: NamedEnd;
  readonly to: NamedEnd;
}

/** Asserts that policies allow the connections between each of two ends. */
export function allowConnection(cluster: ViewedCluster, from: TrafficPeer, to: TrafficPeer, port: number, protocol: string): void {
  for (const asked of connectionsOf('Manifests.isAllowed()', cluster, from, to, { port, protocol })) {
    const refusals = refusalsOf(cluster.objects, { port, protocol, from: asked.from.end, to: asked.to.end });
    if (refusals.length > 0) failRefused(cluster, asked, refusals);
  }
}

/** Asserts that policies deny all these connections. */
export function refuseConnection(cluster: ViewedCluster, from: TrafficPeer, to: TrafficPeer, port: number, protocol: string): void {
  for (const asked of connectionsOf('Manifests.isNotAllowed()', cluster, from, to, { port, protocol })) {
    const verdicts = verdictsOn(cluster.objects, { port, protocol, from: asked.from.end, to: asked.to.end });
    if (verdicts.every(({ refusals }) => refusals.length === 0)) failAllowed(cluster, asked, verdicts);
  }
}

function connectionsOf(
  subject: string, cluster: ViewedCluster, from: TrafficPeer, to: TrafficPeer, port: ConnectionPort,
): AskedConnection[] {
  refuse(subject, [...portCheck(port.port, 'port'), ...oneOf('TCP', 'UDP', 'SCTP')(port.protocol, 'protocol')]);
  const [starts, ends] = [endsOf(subject, cluster, from, 'from'), endsOf(subject, cluster, to, 'to')];
  // no policy applies between two addresses
  if (from.address != null && to.address != null) {
    refuse(subject, found('invalid-value', 'to', saying("must be pods where 'from' is an address: policies select pods")));
  }
  return starts.flatMap(start => ends.map(end => ({ ...port, from: start, to: end })));
}

const wordsOf = ({ from, to, port, protocol }: AskedConnection) => ({ from: from.title, to: to.title, port, protocol });

function failRefused(cluster: ViewedCluster, asked: AskedConnection, refusals: readonly PolicyRefusal[]): never {
  const lines = refusals.flatMap(({ policy, findings }) => [cluster.titleOf(policy), ...findings.map(each => `  ${describeBare(each)}`)]);
  return failWith(found('not-allowed', '', wordsOf(asked)), lines, refusals.flatMap(({ findings }) => findings));
}

function failAllowed(cluster: ViewedCluster, asked: AskedConnection, verdicts: readonly DirectionVerdict[]): never {
  return failWith(found('allowed', '', wordsOf(asked)), verdicts.map(each => lineOf(cluster, asked, each)));
}

function lineOf(cluster: ViewedCluster, { from, to }: AskedConnection, { end, letBy }: DirectionVerdict): string {
  if (letBy) return cluster.lineOf(letBy.policy, letBy.path, { phrase: 'lets-through' });
  return showPhrase(end === 'to' ? { phrase: 'to-closed-by-none', to: to.title } : { phrase: 'from-closed-by-none', from: from.title });
}
