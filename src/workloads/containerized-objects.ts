import { configFiles } from './containerized-config';
import { containerizedFields } from './containerized-fields';
import { CpuArchitecture } from './containerized-types';
import { volumes } from './containerized-volumes';
import { workloadMetadata } from './pod-checks';
import { serviceName } from './pods';
import { Finding, found } from '../findings/finding';
import { Shown } from '../findings/shown';
import { clashingPorts, ContainerPort, containerPorts, service, servicePorts } from '../objects/container-ports';
import { PlainObject, Rendered, WorkloadContext } from '../objects/rendering';
import { listOf, object as objectOf } from '../private/check';
import { objectName } from '../private/names';

/** The names of Kubernetes for the processors of OAM, where they differ. */
const ARCHITECTURES: Readonly<Record<string, string>> = { [CpuArchitecture.I386]: '386' };

const FIELDS = objectOf({ metadata: workloadMetadata, spec: containerizedFields });

/** A ContainerizedWorkload as a Deployment, a Service of all its ports, a ConfigMap for its files and claims for its volumes. */
export function containerized(context: WorkloadContext): Rendered {
  const { name, labels, annotations, selector, fields: { spec } } = context;
  const ports = containerPorts(spec.containers, ['spec', 'containers']);
  const files = configFiles(name, spec.containers);
  const disks = volumes(name, spec.containers, files.volumes.map(volume => volume.name));
  const metadata = { name, labels, annotations };
  const deployment: PlainObject = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: {
      selector: { matchLabels: selector },
      // the old pod gives the volume free before the new one takes it
      strategy: disks.claims.some(isExclusive) ? { type: 'Recreate' } : undefined,
      template: {
        metadata: { labels, annotations: files.checksum },
        spec: podSpec(spec, [...files.volumes, ...disks.volumes], [files.mounts, disks.mounts]),
      },
    },
  };
  const services = ports.length > 0 ? [service({ name }, { selector, ports: servicePorts(ports, nameOfPort(ports)) })] : [];
  return {
    objects: [...files.objects, ...disks.claims, deployment, ...services].map(withoutGaps),
    findings: [
      ...FIELDS(context.fields, ''),
      ...(services.length > 0 ? serviceName : objectName)(name, 'metadata.name'),
      ...clashingPorts(ports),
      ...files.findings,
      ...disks.findings,
      ...clashingMounts(deployment),
    ],
  };
}

type Mounts = (container: string) => any[];

function podSpec(spec: any, podVolumes: any[], mounts: Mounts[]): any {
  const secrets = [...new Set(listOf(spec.containers).map(({ imagePullSecret }) => imagePullSecret).filter(name => name != null))];
  const nodes = {
    ...spec.osType == null ? {} : { 'kubernetes.io/os': spec.osType },
    ...spec.arch == null ? {} : { 'kubernetes.io/arch': ARCHITECTURES[spec.arch] ?? spec.arch },
  };
  return {
    nodeSelector: Object.keys(nodes).length > 0 ? nodes : undefined,
    imagePullSecrets: secrets.length > 0 ? secrets.map(name => ({ name })) : undefined,
    containers: spec.containers.map((container: any) => podContainer(container, mounts.flatMap(each => each(container.name)))),
    volumes: podVolumes.length > 0 ? podVolumes : undefined,
  };
}

function podContainer({ config: _, imagePullSecret: __, resources, env, ...same }: any, volumeMounts: any[]): any {
  return {
    ...same,
    env: env == null ? undefined : listOf(env).map(variable),
    resources: resources == null ? undefined : requirements(resources),
    volumeMounts: volumeMounts.length > 0 ? volumeMounts : undefined,
  };
}

/** The value goes before the secret, as the runtime has it. */
function variable({ name, value, fromSecret }: any): any {
  return value == null ? { name, valueFrom: { secretKeyRef: fromSecret } } : { name, value };
}

/** Extended resources must be requested and limited by the same amount; cpu and memory have no limits, as on the platform. */
function requirements({ cpu, memory, extended }: any): any {
  const others = Object.fromEntries(listOf(extended).map(({ name, required }) => [name, `${required}`]));
  return {
    requests: { cpu: cpu.required, memory: memory.required, ...others },
    limits: Object.keys(others).length > 0 ? others : undefined,
  };
}

/** The name of a port in the Service: two containers may use the same. */
function nameOfPort(ports: readonly ContainerPort[]): (port: ContainerPort) => string {
  const isTaken = (port: ContainerPort) => ports.some(other => other !== port && other.name === port.name);
  return port => isTaken(port) ? `${port.container}-${port.name}` : port.name!;
}

function isExclusive(claim: PlainObject): boolean {
  return claim.spec.accessModes.includes('ReadWriteOnce');
}

/** A container cannot have two things at one place. */
function clashingMounts({ spec }: PlainObject): Finding[] {
  return spec.template.spec.containers.flatMap(({ volumeMounts }: any, i: number) => {
    const paths: string[] = listOf(volumeMounts).map(({ mountPath }) => mountPath);
    return [...new Set(paths.filter((path, index) => paths.indexOf(path) !== index))].flatMap(path =>
      found('duplicate-name', ['spec', 'containers', i], { reason: 'mount-path', mountPath: Shown.of(path) }));
  });
}

/** What was left out, or is null, leaves no trace. */
function withoutGaps(value: any): any {
  if (Array.isArray(value)) return value.map(withoutGaps);
  if (typeof value !== 'object' || value === null) return value;
  const given = Object.entries(value).filter(([, element]) => element != null);
  return Object.fromEntries(given.map(([key, element]) => [key, withoutGaps(element)]));
}
