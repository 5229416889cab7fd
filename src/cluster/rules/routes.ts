import { judged, Judgement, ObjectRule } from './rule';
import { grouped, isFilled, listOf, nearest } from '../../base/check';
import { found, Shown } from '../../base/findings/finding';
import { isKind, SERVICE } from '../../base/kind-of';
import { memo } from '../../base/memo';
import type { TypedManifest } from '../../base/oam-kind';
import { ObjectIndex } from '../objects/object-index';
import { clashingRoutes } from '../routes/hidden-routes';
import { findRoutes, tablesOf } from '../routes/all-routes';
import { ambiguous, followRoute } from '../routes/reach';
import { backendNamespaceOf } from '../routes/route';
import { ROUTES } from '../routes/tree-check';
import { shownObject } from '../../base/shown';
import { labelsOfPods } from '../objects/pod-templates';
import { isSelecting, unmet } from '../objects/selectors';

const routesIn = memo((index: ObjectIndex) => grouped(findRoutes(index).routes, ({ origin }) => [origin.object]));
const clashesIn = memo((index: ObjectIndex) => tablesOf(index).flatMap(clashingRoutes));

/**
 * Where routes lead, whoever has written them. The platform reports what is wrong with its own at the fields of the
 * trait.
 */
export const BACKENDS: ObjectRule = {
  subject: 'Backends of routes',
  kinds: [...ROUTES, SERVICE],
  findings: {
    'broken-route': 'a port that its Service does not have; a Service that is not there, or that selects no pods, '
      + 'though one with nearly that name or label is',
    'ambiguous-route': 'a host and path that another object claims for a different backend',
  },
  authority: 'ingress controllers, gateways',
  proof: 'test/e2e/routes.test.ts',
  judge: (object, { isRendered, scraped: { index } }) => {
    if (isRendered(object)) return [];
    if (isKind(object, SERVICE)) return judgeService(object, index);
    const all = (routesIn(index).get(object) ?? []).flatMap(route =>
      [route.backend, ...route.split ?? []].flatMap((backend): Judgement[] => {
        const { object: last, breaks: [finding] = [] } = followRoute({ ...route, backend }, index).links.at(-1) ?? {};
        const services = index.inNamespace(SERVICE, backendNamespaceOf({ ...route, backend }));
        const named = index.called(services, backend.service);
        switch (finding?.parameters.reason) {
          // a patch of a Service may have no ports, and another environment other ones
          case 'service-port': case 'several-ports':
            return named.length === 1 && listOf(named[0].spec?.ports).length > 0
              ? judged(object, [finding], 'error') : [];
          case 'service': return finding.parameters.meant === undefined ? [] : judged(object, [finding], 'warning');
          // no container declares the name; a number needs no declaration
          case 'target': return isFilled((finding.parameters.value as Shown).exact)
            ? judged(object, [finding], 'warning', last) : [];
          default: return [];
        }
      }));
    const claims = clashesIn(index).flatMap(({ route, other }) => {
      const [own, first] = isRendered(other.origin.object) ? [route, other] : [other, route];
      if (own.origin.object !== object || shownObject(object) === shownObject(first.origin.object)) return [];
      const findings = ambiguous(first, own).flatMap(({ breaks }) => breaks);
      return judged(object, findings.filter(({ parameters: { reason } }) => reason === 'claims'), 'warning');
    });
    // a field declares a route for each of its hosts
    return [...new Map(all.map(each => [JSON.stringify(each.finding.path), each])).values(), ...claims];
  },
};

/** Judges a Service that selects no pods. Those that differ in one label, and nearly have it, are likely meant. */
function judgeService(service: TypedManifest, index: ObjectIndex): Judgement[] {
  if (!isSelecting(service) || index.podsOf(service).length > 0) return [];
  const matchLabels = service.spec!.selector as Readonly<Record<string, string>>;
  const meant = index.podsIn(service.metadata?.namespace).find(pods => {
    const labels = labelsOfPods(pods);
    const missing = Object.entries(matchLabels).filter(([key, value]) => labels[key] !== value);
    // the next one of a numbered series is not meant
    return missing.length === 1 && missing.every(([key, value]) => isFilled(value) && isFilled(labels[key])
      && value.replace(/\d/g, '') !== labels[key].replace(/\d/g, '') && nearest(value, [labels[key]]));
  });
  return !meant ? [] : judged(service, found('broken-route', 'spec.selector', {
    reason: 'other-labels', object: shownObject(meant), rule: unmet({ matchLabels }, labelsOfPods(meant)),
  }), 'warning');
}
