import TYPES from '../../../../src/private/kubernetes-api/cdk8s-plus-27.json';
import { declaredTypes, ROOTS } from '../kubernetes-declarations';

/** Without the spelling of Kubernetes, which the declarations do not have. */
const table = Object.fromEntries(Object.entries(TYPES).map(([type, fields]) => [type, fields.replace(/=[^!:]+/g, '')]));

test('the file has the types of cdk8s-plus as they are declared, and no others', () => {
  expect(table).toEqual(declaredTypes());
});

test('the declarations are read: all that workloads take, with all that is in it', () => {
  expect(Object.keys(table)).toEqual(expect.arrayContaining([...ROOTS, 'Container', 'Probe', 'Volume', 'Affinity', 'LabelSelectorRequirement', 'ClientIpConfig']));
  expect(table.ContainerPort).toBe('containerPort!:number hostIp:string hostPort:number name:string protocol:string');
});
