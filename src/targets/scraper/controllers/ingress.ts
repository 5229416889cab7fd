import { AccessModel, PlannedObject, SecretName } from '../access-model';

/** The Ingress of an access, with the annotations that its controller reads. */
export function ingressOf(access: AccessModel, className: string, annotations: Record<string, string>): PlannedObject {
  const { namespace, name, host, path, service, tls } = access;
  const port = typeof service.port === 'number' ? { number: service.port } : { name: service.port };
  const backend = { service: { name: service.name, port } };
  return {
    id: 'Resource',
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { namespace, name, annotations: { ...tls.annotations, ...annotations } },
    spec: {
      ingressClassName: className,
      ...tls.none ? {} : { tls: [{ hosts: [host], secretName: tls.secretName }] },
      rules: [{ host, http: { paths: [{ path, pathType: 'Prefix', backend }] } }],
    },
  };
}

/** The reference to a Secret in annotations. */
export function referenceTo({ namespace, name }: SecretName): string {
  return namespace ? `${namespace}/${name}` : name;
}
