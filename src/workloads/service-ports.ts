import { portsOf } from './pods';
import { listOf } from '../private/check';
import { Finding, FINE, found } from '../findings/finding';
import { nameOf } from '../private/names';
import { isBuiltIn, isType } from '../private/scopes';
import { Shown } from '../findings/shown';
import { At, joinPath } from '../findings/path';

/** A port of a Service, as far as it matters for requests. */
export interface ServicePort {
  readonly number: number;
  readonly name?: string;
}

/** A Service by which a workload is reached. */
export interface NamedService {
  readonly name: string;
  readonly ports: readonly ServicePort[];
}

/** What to do where neither the Service nor its port can be chosen. */
export const NAME_BOTH = 'name Service and port in \'destination\'';

/**
 * The Services among which an OAM platform looks for that of a workload; `undefined` of a kind that has others, or that is not known. Of a
 * Helidon workload without a Service of its own all container ports are served, each named `<container>-<port>`.
 */
export function servicesOf(manifest: any): NamedService[] | undefined {
  const { spec } = manifest;
  if (isType(manifest, /^oam\.[^/]+\/.*\.[A-Za-z0-9]*HelidonWorkload$/)) {
    const { deploymentTemplate, serviceTemplate } = spec ?? {};
    const own = serviceTemplate?.serviceSpec?.ports;
    const made = portsOf(deploymentTemplate?.podSpec?.containers).map(({ container, port }) => ({ number: port, name: `${container}-${port}`.toLowerCase() }));
    return [{ name: String(nameOf(deploymentTemplate)), ports: own == null ? made : listedPorts(own) }];
  }
  // the names of ports that an operator gives are others
  if (isType(manifest, /^v1\.Service$/)) return spec?.selector?.['weblogic.createdByOperator'] == null ? [{ name: String(nameOf(manifest)), ports: listedPorts(spec?.ports) }] : undefined;
  return isBuiltIn(manifest) ? [] : undefined;
}

function listedPorts(ports: any): ServicePort[] {
  return listOf(ports).map(each => ({ number: each?.port, name: each?.name ?? undefined }));
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
