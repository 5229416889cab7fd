import { compareFolders, FolderObject } from '../../../src/cli/diff/objects';
import { renamedObjects } from '../../../src/cli/diff/renames';

type Labels = Readonly<Record<string, string>>;

const of = (component: string, application = 'shop'): Labels => ({ 'app.oam.dev/name': application, 'app.oam.dev/component': component });
const object = (kind: string, name: string, labels: Labels = {}, spec: object = {}, file = 'a.yaml', namespace = 'shop') =>
  ({ value: { apiVersion: 'v1', kind, metadata: { name, namespace, labels }, spec } as unknown as FolderObject['value'], file });
const claim = (name: string, labels?: Labels, storage = '1Gi', namespace?: string) =>
  object('PersistentVolumeClaim', name, labels, { resources: { requests: { storage } } }, 'a.yaml', namespace);
const service = (name: string, labels: Labels, port = 80) => object('Service', name, labels, { selector: labels, ports: [{ port }] });
/** The renamed objects, each by both names. */
function renamed(before: FolderObject[], after: FolderObject[], environments: (object: FolderObject) => string = () => ''): string[] {
  return [...renamedObjects(compareFolders(before, after), environments)].map(each => each.map(({ value }) => `${value.kind} ${value.metadata?.name}`).join(' => '));
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
    ['nor one of a component by another name', [service('web', of('web'))], [service('web2', of('web2'))], []],
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
    expect(renamed([before], [after], ({ file }) => file)).toEqual([]);
    expect(renamed([before], [after])).toEqual(['Service a => Service b']);
  });
});
