import { KUBERNETES_TYPES } from '../../../../src/manifest/typescript/shapes/kubernetes-types';
import { declaredTypes, ROOTS } from '../kubernetes-declarations';

const table = Object.fromEntries(Object.entries(KUBERNETES_TYPES).map(([type, fields]) => [type, fields.trim().replace(/\s+/g, ' ')]));

test('the table has the types of cdk8s-plus as they are declared, and no others', () => {
  expect(table).toEqual(declaredTypes());
});

test('the declarations are read: all that workloads take, with all that is in it', () => {
  expect(Object.keys(table)).toEqual(expect.arrayContaining([...ROOTS, 'Container', 'Probe', 'Volume', 'Affinity', 'LabelSelectorRequirement', 'ClientIpConfig']));
  expect(table.ContainerPort).toBe('containerPort!:number hostIp:string hostPort:number name:string protocol:string');
});
