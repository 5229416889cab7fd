import * as fc from 'fast-check';
import { AccessRecipe, accesses, buildAccess } from './accesses';
import { PATIENCE, runs } from './runs';
import { parsed, same } from './values';
import { schemaErrorsOf } from '../support/schemas';

const ofKind = (objects: any[], kind: string) => objects.filter(object => object.kind === kind);

/** The keys of each Secret that there will be, whoever makes it. */
function secretsMade(objects: any[]): Record<string, string[]> {
  const plain = ofKind(objects, 'Secret').map(({ metadata, data, stringData }) => [metadata.name, { ...data, ...stringData }]);
  const external = ofKind(objects, 'ExternalSecret').map(({ spec: { target } }) => [target.name, target.template.data]);
  const sealed = ofKind(objects, 'SealedSecret')
    .map(({ spec: { template, encryptedData } }) => [template.metadata.name, { ...template.data, ...encryptedData }]);
  return Object.fromEntries([...plain, ...external, ...sealed].map(([name, data]) => [name, Object.keys(data)]));
}

/** The Secret that the controller is told to read. */
const REFERENCES: Record<string, (objects: any[]) => string> = {
  'ingress-nginx': objects => annotation(objects, 'nginx.ingress.kubernetes.io/auth-secret'),
  'haproxy': objects => annotation(objects, 'haproxy.org/auth-secret'),
  'f5-nginx': objects => annotation(objects, 'nginx.org/basic-auth-secret'),
  'haproxy-ingress': objects => annotation(objects, 'haproxy-ingress.github.io/auth-secret'),
  'traefik': objects => ofKind(objects, 'Middleware')[0].spec.basicAuth.secret,
  'kong': objects => ofKind(objects, 'KongConsumer')[0].credentials[0],
  'envoy-gateway': objects => ofKind(objects, 'SecurityPolicy')[0].spec.basicAuth.users.name,
  'nginx-gateway-fabric': objects => ofKind(objects, 'AuthenticationFilter')[0].spec.basic.secretRef.name,
};

function annotation(objects: any[], key: string): string {
  return ofKind(objects, 'Ingress')[0].metadata.annotations[key];
}

/** Namespace and name of a reference that may leave out the namespace. */
function resolved(reference: string, namespace: string): string {
  return reference.includes('/') ? reference : `${namespace}/${reference}`;
}

function clientAndControllerFindTheirs({ controller, credentials, systemNamespace, user }: AccessRecipe, objects: any[], clientSecret: string): void {
  const made = secretsMade(objects);
  const reference = resolved(REFERENCES[controller.name](objects), systemNamespace);
  if (credentials.kind === 'existing') {
    const { name, namespace = systemNamespace, clientSecretName } = credentials.options;
    same(reference, `${namespace}/${name}`, 'Secret of the controller');
    same(clientSecret, clientSecretName, 'Secret of the client');
    return;
  }
  const { key, own } = controller.demand;
  const keys = made[reference.slice(systemNamespace.length + 1)];
  same(keys === undefined, false, `no ${reference}`);
  same(['username', 'password'].filter(each => !made[clientSecret]?.includes(each)), [], 'keys that the client misses');
  same(own ? keys : keys.filter(each => each === key), own ? [user] : key ? [key] : [], 'keys of the controller');
  same(Object.values(made).flat().filter(each => !/^[-._a-zA-Z0-9]+$/.test(each)), [], 'keys that no Secret can have');
}

test('an access renders to the same bytes again, validates, and its client and controller find their Secrets', () => {
  fc.assert(fc.property(accesses, recipe => {
    const { app, access } = buildAccess(recipe);
    const yaml = app.synthYaml();
    const objects = parsed(yaml);
    same(app.synthYaml(), yaml, 'rendered twice');
    same(buildAccess(recipe).app.synthYaml(), yaml, 'built twice');
    same(schemaErrorsOf(objects), [], 'schema');
    same(objects.filter(o => o.metadata.namespace !== recipe.systemNamespace), [], 'outside of the system namespace');
    same(ofKind(objects, 'NetworkPolicy').length, recipe.props.insecureWithoutNetworkPolicy ? 0 : 1, 'policies');
    same(JSON.stringify(objects.at(-1)).includes(`"${recipe.props.host}"`), true, 'the last object has the host');
    clientAndControllerFindTheirs(recipe, objects, access.secretName);
  }), { numRuns: runs(200) });
}, PATIENCE);
