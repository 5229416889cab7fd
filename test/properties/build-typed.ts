import { k8s } from 'cdk8s-plus-27';

// How cdk8s-plus spells what the recipes hold.
const SPELLING: Record<string, string> = {
  clientIP: 'clientIp',
  clusterIP: 'clusterIp',
  diskURI: 'diskUri',
  downwardAPI: 'downwardApi',
  hostIP: 'hostIp',
  hostIPC: 'hostIpc',
  hostPID: 'hostPid',
  loadBalancerIP: 'loadBalancerIp',
  scaleIO: 'scaleIo',
  setHostnameAsFQDN: 'setHostnameAsFqdn',
};

const MAPS = ['labels', 'matchLabels', 'annotations', 'nodeSelector', 'selector', 'data', 'binaryData'];
const QUANTITIES = ['limits', 'requests'];
const UNIONS = ['maxSurge', 'maxUnavailable', 'targetPort'];

/** A value in Kubernetes' own spelling as cdk8s-plus types it; with an undefined field in every object. */
export function asTyped(value: any, key = ''): any {
  if (QUANTITIES.includes(key)) return mapped(value, amount => k8s.Quantity.fromString(amount));
  if (UNIONS.includes(key)) return typeof value === 'number' ? k8s.IntOrString.fromNumber(value) : k8s.IntOrString.fromString(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(element => asTyped(element));
  const isMap = MAPS.includes(key) && !('matchLabels' in value);
  const fields = Object.entries(value).map(([name, field]) => isMap ? [name, field] : [SPELLING[name] ?? name, asTyped(field, name)]);
  return Object.fromEntries([...fields, ['left out', undefined]]);
}

function mapped(map: Record<string, string>, change: (value: string) => any): Record<string, any> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
}
