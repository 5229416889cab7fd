import { failWith, firstOnes, MOST_PLACES } from './failures';
import { ViewedCluster } from './viewed-cluster';
import { found, saying } from '../findings/finding';
import { describeBare } from '../findings/words';
import { grouped } from '../private/grouped';
import { ledRequests } from '../routes/led-requests';
import { tablesOf } from '../routes/makers';

/** Asserts that all requests that routes took before still lead to the same Services. */
export function compareRoutes(before: ViewedCluster, after: ViewedCluster): void {
  if (tablesOf(before.objects).length === 0) {
    failWith(found('routes-changed', '', saying('there are no routes before: nothing is compared')), []);
  }
  const led = ledRequests(before.objects, after.objects);
  const changed = led.filter(({ source, target }) => source !== target);
  if (changed.length === 0) return;
  const alike = grouped(changed, ({ host, source, target }) => [JSON.stringify([host, source, target])]);
  const findings = [...alike.values()].flatMap(requests => {
    const [{ host, source, target }] = requests;
    return found('routes-changed', '', { reason: 'requests', host, paths: requests.map(({ path }) => path), source, target });
  });
  const head = found('routes-changed', '', { reason: 'some', number: changed.length, all: led.length });
  failWith(head, firstOnes(findings.map(describeBare), MOST_PLACES), findings);
}
