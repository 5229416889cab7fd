import type { PodKind } from './pods';
import { againstStandard } from './security';
import { FINE, Finding, found, within } from '../../findings/finding';
import { Shown } from '../../findings/shown';
import { listOf } from '../../private/check';
import { fieldAt } from '../../private/kinds/kind';
import { isKind, kindOf, nameRuleOf } from '../../private/kinds/kind-of';
import { SERVICE } from '../../private/kinds/kubernetes-kinds';
import { nameOf } from '../../private/names';
import { podPorts, serviceName } from '../pods';
import type { Companion } from '../workload';

/** What overrides, the values of parameters and the name of the component bring about in a manifest that was checked without them. */
export function boundFindings(
  type: PodKind, { pod, service }: Readonly<Record<string, any>>, companions: readonly Companion[], manifest: any, component: string,
): Finding[] {
  const { spec: path } = kindOf(type).pods!;
  const spec = fieldAt(manifest, path);
  const own = companions.map(({ object }) => object).find(object => isKind(object, SERVICE));
  const name = nameOf(manifest) ?? component;
  const rule = nameRuleOf(type);
  return [
    ...rule.fits(name, manifest) ? FINE : found('invalid-name', 'metadata.name', { reason: 'given', rule: rule.must(manifest), value: Shown.of(name) }),
    ...pod.podSecurity == null ? FINE : within(path, againstStandard(spec, pod.podSecurity)),
    ...own ? [...serviceName(own.metadata.name, 'service.name'), ...unservedPorts(own.spec.ports, service?.spec?.ports == null, spec)] : FINE,
  ];
}

/** A Service leads to names of ports, and to the numbers that were declared when its ports were derived. */
function unservedPorts(ports: any, isDerived: boolean, spec: any): Finding[] {
  const declared = podPorts(spec);
  return listOf(ports).flatMap((each, i) => {
    const target = each?.targetPort ?? each?.port;
    const isKnown = typeof target === 'string' ? declared.some(({ name }) => name === target) : !isDerived || declared.some(({ port }) => port === target);
    return isKnown ? FINE : found('service-not-found', ['service', 'spec', 'ports', i], { reason: 'target', value: Shown.of(target) });
  });
}
