import { ingressOf } from './ingress';
import { IngressControllerProps } from '../../ingress/ingress-controller';
import type { TypedManifest } from '../../../base/oam-kind';
import { AccessModel, Adapter, AskedIngress, PlannedObject, encoded } from '../model';

const PREFIX = 'konghq.com/';
const CREDENTIAL_LABEL = `${PREFIX}credential`;
const API_VERSION = 'configuration.konghq.com/v1';

/** https://github.com/Kong/kubernetes-ingress-controller. */
export function kong(props: IngressControllerProps): Adapter {
  return {
    title: 'Kong Ingress Controller',
    annotations: [PREFIX],
    classController: 'ingress-controllers.konghq.com/kong',
    asks,
    secret: { form: { content: 'plain', labels: { [CREDENTIAL_LABEL]: 'basic-auth' }, hashes: [] } },
    render: access => [
      ingressOf(access, props.className, {
        [`${PREFIX}plugins`]: `${authOf(access)},${aclOf(access)}`,
        ...access.tls.none ? {} : { [`${PREFIX}protocols`]: 'https', [`${PREFIX}https-redirect-status-code`]: '308' },
      }),
      pluginOf(access, 'BasicAuthPlugin', authOf(access), 'basic-auth', {
        ...access.hasOwnRealm ? { realm: access.realm } : {}, hide_credentials: true,
      }),
      // the first plugin alone would admit every consumer of Kong that has a password
      pluginOf(access, 'AclPlugin', aclOf(access), 'acl', { allow: [groupOf(access)], hide_groups_header: true }),
      groupSecret(access),
      consumer(access, props.className),
    ],
    watchFor: [
      'While a plugin that the Ingress names is missing, Kong serves **without a password** and only logs it. Apply the plugins first: '
      + 'they precede the Ingress in the manifests, but a tool that sorts by kind, such as Argo CD, needs an explicit order.',
      'Kong shares its users among all that it serves. The `acl` plugin lets in only this one, whose name must be unique in the '
      + 'cluster.',
      'Kong hashes the password itself, with a trailing line break if there is one.',
      'A `realm` is written only if you set one: Kong before 3.6 does not know it.',
    ],
  };
}

/**
 * Whether a rendered plugin asks for a password. Kong serves everyone while a plugin is missing, so naming one is not
 * enough.
 */
function asks({ namespace, marks, index }: AskedIngress): boolean {
  const named = (marks.plugins ?? '').split(',').map(each => each.trim());
  const isNamed = ({ metadata }: TypedManifest) => named.includes(String(metadata?.name));
  const asking = (each: TypedManifest) => each.plugin === 'basic-auth' && each.disabled !== true && isNamed(each);
  return index.inNamespace('configuration.konghq.com/KongPlugin', namespace).some(asking)
    || index.ofKind('configuration.konghq.com/KongClusterPlugin').some(asking);
}

const authOf = ({ name }: AccessModel) => `${name}-basic-auth`;
const aclOf = ({ name }: AccessModel) => `${name}-acl`;
const groupOf = ({ namespace, name }: AccessModel) => `${namespace}-${name}`;

function pluginOf({ namespace }: AccessModel, id: string, name: string, plugin: string, config: object): PlannedObject {
  return { id, apiVersion: API_VERSION, kind: 'KongPlugin', metadata: { namespace, name }, plugin, config };
}

/** Kong reads a consumer's group from a Secret; its content is not secret. */
function groupSecret(access: AccessModel): PlannedObject {
  return {
    id: 'Group',
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace: access.namespace, name: aclOf(access), labels: { [CREDENTIAL_LABEL]: 'acl' } },
    // not `stringData`, which a cluster returns as `data`
    type: 'Opaque',
    data: encoded({ group: groupOf(access) }),
  };
}

function consumer(access: AccessModel, className: string): PlannedObject {
  return {
    id: 'Consumer',
    apiVersion: API_VERSION,
    kind: 'KongConsumer',
    metadata: { namespace: access.namespace, name: access.name, annotations: { 'kubernetes.io/ingress.class': className } },
    username: groupOf(access),
    credentials: [access.secret.name, aclOf(access)],
  };
}
