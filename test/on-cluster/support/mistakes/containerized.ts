import { accepted, container, containerized, deployment, IMAGE, Mistake, refused, stricter } from './mistake';

const HTTP = { path: '/health', port: 8080 };
const probed = (probe: any) => deployment(container(probe));
const claim = (storage: string) => ({
  apiVersion: 'v1', kind: 'PersistentVolumeClaim', spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
});
const volume = (required: string) => ({
  resources: { cpu: { required: '1' }, memory: { required: '1Gi' }, volumes: [{ name: 'data', mountPath: '/data', disk: { required } }] },
});
const requests = (cpu: string) => ({ resources: { cpu: { required: cpu }, memory: { required: '1Gi' } } });
const FILE = 'x'.repeat(1024 * 1024 + 1);

/** What programs get wrong in a ContainerizedWorkload. */
export const IN_CONTAINERIZED: readonly Mistake[] = [
  containerized('a liveness probe that must succeed twice', { livenessProbe: { httpGet: HTTP, successThreshold: 2 } },
    probed({ livenessProbe: { httpGet: HTTP, successThreshold: 2 } }),
    refused('invalid-value', 'spec.template.spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1')),
  containerized('a readiness probe that must succeed twice', { readinessProbe: { httpGet: HTTP, successThreshold: 2 } },
    probed({ readinessProbe: { httpGet: HTTP, successThreshold: 2 } }), accepted('only a liveness probe must not')),
  containerized('a probe that never fails', { readinessProbe: { httpGet: HTTP, failureThreshold: 0 } },
    probed({ readinessProbe: { httpGet: HTTP, failureThreshold: 0 } }),
    accepted('0 stands for the default', 'spec.template.spec.containers[0].readinessProbe.failureThreshold')),
  containerized('a probe without a handler', { readinessProbe: {} }, probed({ readinessProbe: {} }),
    refused('invalid-value', 'spec.template.spec.containers[0].readinessProbe: Required value: must specify a handler type')),
  containerized('a header of a probe with a space', { readinessProbe: { httpGet: { ...HTTP, httpHeaders: [{ name: 'X Host', value: 'a' }] } } },
    probed({ readinessProbe: { httpGet: { ...HTTP, httpHeaders: [{ name: 'X Host', value: 'a' }] } } }),
    refused('invalid-value', 'spec.template.spec.containers[0].readinessProbe.httpGet.httpHeaders: Invalid value: "X Host": a valid HTTP')),
  containerized('a header of a probe with an underscore', { readinessProbe: { httpGet: { ...HTTP, httpHeaders: [{ name: 'X_Host', value: 'a' }] } } },
    probed({ readinessProbe: { httpGet: { ...HTTP, httpHeaders: [{ name: 'X_Host', value: 'a' }] } } }),
    refused('invalid-value', 'spec.template.spec.containers[0].readinessProbe.httpGet.httpHeaders: Invalid value: "X_Host": a valid HTTP')),
  containerized('a disk of size 0', volume('0'), claim('0'),
    refused('invalid-value', 'spec.resources[storage]: Invalid value: "0": must be greater than zero')),
  containerized('a disk of negative size', volume('-1Gi'), claim('-1Gi'),
    refused('invalid-value', 'spec.resources[storage]: Invalid value: "-1Gi": must be greater than zero')),
  containerized('a file of more than 1 MiB',
    { config: [{ path: '/etc/greet/conf', value: FILE }] }, { apiVersion: 'v1', kind: 'ConfigMap', data: { conf: FILE } },
    refused('invalid-value', '[]: Too long: may not be more than 1048576 bytes')),
  containerized('a variable that begins with a digit', { env: [{ name: '1A', value: 'b' }] }, probed({ env: [{ name: '1A', value: 'b' }] }),
    accepted('nearly all names are valid since Kubernetes 1.32')),
  containerized('a variable twice', { env: [{ name: 'A', value: '1' }, { name: 'A', value: '2' }] },
    probed({ env: [{ name: 'A', value: '1' }, { name: 'A', value: '2' }] }),
    refused('duplicate-name', '.spec.template.spec.containers[name="main"].env: duplicate entries for key [name="A"]')),
  containerized('a negative request', requests('-1'), probed({ resources: { requests: { cpu: '-1' } } }),
    refused('invalid-value', 'spec.template.spec.containers[0].resources.requests[cpu]: Invalid value: "-1": must be greater than or equal to')),
  containerized('a request with a sign', requests('+1'), probed({ resources: { requests: { cpu: '+1' } } }), accepted('it is a quantity')),
  containerized('a request of a fraction', requests('.5'), probed({ resources: { requests: { cpu: '.5' } } }),
    accepted('the server writes it as 500m', 'spec.template.spec.containers[0].resources.requests.cpu')),
  containerized('a request of ten to the power of three', requests('1e3'), probed({ resources: { requests: { cpu: '1e3' } } }),
    accepted('it is a quantity')),
  containerized('a port twice', { ports: [{ name: 'a', containerPort: 80 }, { name: 'b', containerPort: 80 }] },
    probed({ ports: [{ name: 'a', containerPort: 80 }, { name: 'b', containerPort: 80 }] }),
    refused('duplicate-name', '.spec.template.spec.containers[name="main"].ports: duplicate entries for key [containerPort=80,protocol="TCP"]')),
  containerized('an image with a space around it', { image: `${IMAGE} ` }, probed({ image: `${IMAGE} ` }),
    stricter('invalid-value', 'it can be created, and its pods cannot')),
  containerized('an empty image', { image: '' }, probed({ image: '' }),
    refused('invalid-value', 'spec.template.spec.containers[0].image: Required value')),
];
