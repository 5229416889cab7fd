import { failWith, firstOnes, MOST_PLACES } from './failures';
import { ViewedCluster } from './viewed-cluster';
import { Finding, found, saying } from '../findings/finding';
import type { Phrase } from '../findings/catalogue/phrases';
import { describeBare } from '../findings/words';
import { grouped } from '../private/grouped';
import { LedRequest, ledRequests } from '../routes/led-requests';
import { tablesOf } from '../routes/makers';

/** Asserts that all requests that routes took before still lead to the same Services. */
export function compareRoutes(before: ViewedCluster, after: ViewedCluster): void {
  if (tablesOf(before.objects).length === 0) {
    failWith(found('routes-changed', '', saying('there are no routes before: nothing is compared')), []);
  }
  const led = ledRequests(before.objects, after.objects);
  const changed = led.filter(({ source, target }) => source !== target);
  if (changed.length === 0) return;
  const told = changed.map(each => ({ ...each, reason: each.why() }));
  const keyOf = ({ host, source, target, reason }: ToldRequest) => JSON.stringify([host, source, target, reason]);
  const findings = [...grouped(told, each => [keyOf(each)]).values()].flatMap(toldOf);
  const head = found('routes-changed', '', { reason: 'some', number: changed.length, all: led.length });
  failWith(head, firstOnes(findings.map(describeBare), MOST_PLACES), findings);
}

/** A request, and the reason why it leads elsewhere. */
interface ToldRequest extends LedRequest {
  readonly reason?: Phrase;
}

function toldOf(requests: readonly ToldRequest[]): Finding[] {
  const [{ host, source, target, reason }] = requests;
  const paths = requests.map(({ path }) => path);
  return reason ? found('routes-changed', '', { reason: 'meaning', host, paths, source, target, rule: reason })
    : found('routes-changed', '', { reason: 'requests', host, paths, source, target });
}
