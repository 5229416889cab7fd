import { ControllerAdapter, ingressOf } from './adapter';
import { OtherControllerProps } from '../../ingress/ingress-controller';
import type { TypedManifest } from '../../../base/oam-kind';
import { encoded } from '../access-model';

const PREFIX = 'konghq.com/';
const CREDENTIAL_LABEL = `${PREFIX}credential`;
const API_VERSION = 'configuration.konghq.com/v1';

/** https://github.com/Kong/kubernetes-ingress-controller. */
export function kong({ className }: OtherControllerProps): ControllerAdapter {
  return {
    title: 'Kong Ingress Controller',
    annotations: [PREFIX],
    // Kong serves everyone while a plugin is missing, so naming one is not enough
    asks: ({ namespace, marks, index }) => {
      const named = (marks.plugins ?? '').split(',').map(each => each.trim());
      const isAsking = ({ plugin, disabled, metadata }: TypedManifest) =>
        plugin === 'basic-auth' && disabled !== true && named.includes(String(metadata?.name));
      return index.inNamespace('configuration.konghq.com/KongPlugin', namespace).some(isAsking)
        || index.ofKind('configuration.konghq.com/KongClusterPlugin').some(isAsking);
    },
    secret: { form: { content: 'plain', labels: { [CREDENTIAL_LABEL]: 'basic-auth' }, hashes: [] } },
    render: access => {
      const { namespace, name, realm, hasOwnRealm, secret } = access;
      const [auth, acl, group] = [`${name}-basic-auth`, `${name}-acl`, `${namespace}-${name}`];
      const plugin = (id: string, own: string, type: string, config: object) =>
        ({ id, apiVersion: API_VERSION, kind: 'KongPlugin', metadata: { namespace, name: own }, plugin: type, config });
      // not `stringData`, which a cluster returns as `data`
      const groupSecret = { type: 'Opaque', data: encoded({ group }) };
      const groupMetadata = { namespace, name: acl, labels: { [CREDENTIAL_LABEL]: 'acl' } };
      const consumer = { username: group, credentials: [secret.name, acl] };
      const metadata = { namespace, name, annotations: { 'kubernetes.io/ingress.class': className } };
      return [
        ingressOf(access, className, PREFIX, { plugins: `${auth},${acl}` },
          { 'protocols': 'https', 'https-redirect-status-code': '308' }),
        plugin('BasicAuthPlugin', auth, 'basic-auth', { ...hasOwnRealm && { realm }, hide_credentials: true }),
        // the first plugin alone would admit every consumer of Kong that has a password
        plugin('AclPlugin', acl, 'acl', { allow: [group], hide_groups_header: true }),
        // Kong reads a consumer's group from a Secret; its content is not secret
        { id: 'Group', apiVersion: 'v1', kind: 'Secret', metadata: groupMetadata, ...groupSecret },
        { id: 'Consumer', apiVersion: API_VERSION, kind: 'KongConsumer', metadata, ...consumer },
      ];
    },
    watchFor: [
      'While a plugin that the Ingress names is missing, Kong serves **without a password** and only logs it: [apply '
      + 'the plugins first](scraper-access.md#apply-in-the-right-order).',
      'Kong shares its users among all that it serves. The `acl` plugin admits only this one, whose name must be '
      + 'unique in the cluster.',
      'A `realm` is written only if you set one: Kong before 3.6 does not know it.',
    ],
  };
}
