import { oamWorkloadOf } from './known-kinds';
import { listedPorts } from './pods';
import { NamedService, WorkloadModel } from './workload';
import { FINE, Finding, found } from '../findings/finding';
import { At, joinPath } from '../findings/path';
import { Shown } from '../findings/shown';
import { isKind } from '../private/kinds/kind-of';
import { SERVICE } from '../private/kinds/kubernetes-kinds';
import { nameOf } from '../private/names';
import { isBuiltIn } from '../private/scopes';

/** The Service that a workload brings along. */
export function serviceOf(workload: Pick<WorkloadModel, 'companions'> | undefined): NamedService | undefined {
  const service = workload?.companions?.find(({ object }) => isKind(object, SERVICE))?.object;
  return service && ofService(service)?.[0];
}

/** The spec of an IngressTrait that names a port of the Service wherever the Service has several. */
export function withDestinations(spec: any, service: NamedService): any {
  if (service.ports.length < 2 || !Array.isArray(spec?.rules)) return spec;
  const rules = spec.rules.map((rule: any) => {
    const { host, port } = rule?.destination ?? {};
    const chosen = host == null && port == null ? choosePort(service, undefined, []).port : undefined;
    return chosen === undefined ? rule : { ...rule, destination: { ...rule?.destination, port: chosen } };
  });
  return { ...spec, rules };
}

/** The Services among which an OAM platform looks for that of a workload; `undefined` of a kind that has others, or that is not known. */
export function servicesOf(manifest: any): NamedService[] | undefined {
  if (isKind(manifest, SERVICE)) return ofService(manifest);
  return oamWorkloadOf(manifest)?.services?.(manifest.spec) ?? (isBuiltIn(manifest) ? [] : undefined);
}

/** The names of ports that an operator gives are others. */
function ofService({ spec, ...service }: any): NamedService[] | undefined {
  const isOfOperator = spec?.selector?.['weblogic.createdByOperator'] != null;
  return isOfOperator ? undefined : [{ name: String(nameOf(service)), ports: listedPorts(spec?.ports) }];
}

// an operator may know names that are none
export const isHttp = ({ name }: { name?: unknown }) => typeof name === 'string' && name.startsWith('http');

/** The port of a Service to which requests go: the one that is named, the only one, or the only one that is called `http…`. */
export function choosePort({ name, ports }: NamedService, wanted: number | undefined, at: At): { port?: number; findings: Finding[] } {
  const field = joinPath(at, 'port');
  if (ports.length === 0) return { findings: found('service-not-found', field, { reason: 'no-port', service: name }) };
  const known = ports.map(({ number, name: own }) => own === undefined ? number : `${number} (${own})`);
  if (wanted != null) {
    return ports.some(({ number }) => number === wanted)
      ? { port: wanted, findings: FINE }
      : { findings: found('service-not-found', field, { reason: 'not-a-port', service: name, ports: known, value: Shown.of(wanted) }) };
  }
  const [one, ...more] = ports.length === 1 ? ports : ports.filter(isHttp);
  return one && more.length === 0
    ? { port: one.number, findings: FINE }
    : { findings: found('ambiguous-service', field, { reason: 'ports', service: name, ports: known }) };
}
