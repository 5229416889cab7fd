import { ComparedCluster, renamedObjects } from '../../../src/cli/diff/compared-cluster';
import { compareFolders, FolderObject } from '../../../src/cli/diff/compare';

type Labels = Readonly<Record<string, string>>;

const of = (component: string, application = 'shop'): Labels => ({ 'app.oam.dev/name': application, 'app.oam.dev/component': component });
const object = (kind: string, name: string, labels: Labels = {}, spec: object = {}, file = 'a.yaml', namespace = 'shop') =>
  ({ value: { apiVersion: kind === 'Deployment' ? 'apps/v1' : 'v1', kind, metadata: { name, namespace, labels }, spec } as unknown as FolderObject['value'], file });
const claim = (name: string, labels?: Labels, storage = '1Gi', namespace?: string) =>
  object('PersistentVolumeClaim', name, labels, { resources: { requests: { storage } } }, 'a.yaml', namespace);
const service = (name: string, labels: Labels, port = 80) => object('Service', name, labels, { selector: labels, ports: [{ port }] });
const pods = (name: string, labels: Labels, image = 'example/web:1') => object('Deployment', name, labels, {
  template: { metadata: { labels }, spec: { containers: [{ name, image, env: [{ name: 'SELF', value: `http://${name}.shop` }] }], replicas: 1 } },
});

/** The renamed objects, each by both names. */
function renamed(before: FolderObject[], after: FolderObject[], environments: string[] = []): string[] {
  return ComparedCluster.all(compareFolders(before, after, environments), environments).flatMap(cluster => [...renamedObjects(cluster)])
    .map(each => each.map(({ kind, metadata }) => `${kind} ${metadata?.name}`).join(' => '));
}

describe('an object by another name', () => {
  test.each<[string, FolderObject[], FolderObject[], string[]]>([
    ['has the same spec', [claim('a')], [claim('b')], ['PersistentVolumeClaim a => PersistentVolumeClaim b']],
    ['is the only one of its kind in its component', [claim('a', of('x'))], [claim('b', of('x'), '2Gi')], ['PersistentVolumeClaim a => PersistentVolumeClaim b']],
    ['has the same spec among others of its component', [claim('a', of('x')), claim('b', of('x'), '2Gi')], [claim('c', of('x'), '2Gi'), claim('d', of('x'))],
      ['PersistentVolumeClaim a => PersistentVolumeClaim d', 'PersistentVolumeClaim b => PersistentVolumeClaim c']],
    ['is in another namespace, and has its name', [claim('a', of('x')), claim('b', of('x'))], ['b', 'a'].map(name => claim(name, of('x'), '1Gi', 'other')),
      ['PersistentVolumeClaim a => PersistentVolumeClaim a', 'PersistentVolumeClaim b => PersistentVolumeClaim b']],
    ['is none of another component', [claim('orders-db', of('orders')), claim('users-db', of('users'))], [claim('image-cache', of('cache'))], []],
    ['nor one of a single other component', [claim('orders-db', of('orders'))], [claim('image-cache', of('cache'))], []],
    ['nor one without a component', [claim('a', of('x'))], [claim('b')], []],
    ['nor one of several', [claim('a')], [claim('b'), claim('c')], []],
    ['nor is one of several it', [claim('a', of('x')), claim('b', of('x'))], [claim('c', of('x'))], []],
    ['nor one of another kind', [claim('a', of('x'))], [service('b', of('x'))], []],
    ['nor one of another size without a component', [claim('a')], [claim('b', {}, '2Gi')], []],
  ])('%s', (_, before, after, expected) => {
    expect(renamed(before, after)).toEqual(expected);
  });

  test('is one of the same environment', () => {
    const [before, after] = [object('Service', 'a', {}, {}, 'staging/a.yaml'), object('Service', 'b', {}, {}, 'production/a.yaml')];
    expect(renamed([before], [after], ['staging', 'production'])).toEqual([]);
    expect(renamed([before], [after])).toEqual(['Service a => Service b']);
  });
});

describe('a component by another name', () => {
  const component = (name: string, image?: string) => {
    const labels = of(name);
    return [pods(name, labels, image), service(name, labels), service(`${name}-admin`, labels, 8080), claim(`${name}-data`, labels)];
  };
  const ALL = ['Deployment web => Deployment web2', 'Service web => Service web2', 'Service web-admin => Service web2-admin',
    'PersistentVolumeClaim web-data => PersistentVolumeClaim web2-data'];
  const cart = component('cart', 'example/cart:1');

  test('has the same workloads but for its name', () => {
    expect(renamed([...component('web'), ...cart], [...component('web2'), ...cart])).toEqual(ALL);
  });

  test('has the others of its objects, of which something else may differ', () => {
    const [workload, , ...rest] = component('web2');
    expect(renamed(component('web'), [workload, service('entry', of('web2'), 81), ...rest])).toEqual(
      [ALL[0], ALL[2], ALL[3], 'Service web => Service entry']);
  });

  test('may be in an application by another name', () => {
    expect(renamed([pods('web', of('web', 'shop'))], [pods('web2', of('web2', 'store'))])).toEqual([ALL[0]]);
  });

  test.each<[string, FolderObject[], FolderObject[]]>([
    ['runs something else', component('web'), component('web2', 'example/other:1')],
    ['was there before', [...component('web'), ...component('web2')], component('web2')],
    ['is one of two that are the same', component('web'), [...component('web2'), ...component('web3')]],
    ['is one that two were', [...component('web'), ...component('web1')], component('web2')],
    ['goes on', component('web'), [...component('web2'), claim('web-data', of('web'))]],
  ])('is none that %s', (_, before, after) => {
    expect(renamed(before, after)).toEqual([]);
  });

  test('is not looked for among very many', () => {
    const many = (count: number, suffix: string) => Array.from({ length: count }, (_, i) => pods(`c${i}${suffix}`, of(`c${i}${suffix}`), `example/${i}:1`));
    expect(renamed(many(3, ''), many(3, 'x'))).toHaveLength(3);
    expect(renamed(many(201, ''), many(201, 'x'))).toEqual([]);
  });
});
