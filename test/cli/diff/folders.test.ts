import { collectManifests } from '../../../src/files/reading';
import { unspoken } from '../../support/findings';
import { manifest, project } from '../support';

type Reading = typeof import('../../../src/files/reading');

const actual: Reading = jest.requireActual('../../../src/files/reading');
jest.mock('../../../src/files/reading', () => ({ ...jest.requireActual('../../../src/files/reading'), collectManifests: jest.fn() }));

test.each([
  [true, { code: 0, stdout: '', stderr: '<app>/a.yaml:1:2: warning: missing-field: \'metadata.name\' is odd\nno difference in 1 object\n' }],
  [false, { code: 2, stdout: '', stderr: '<app>/a.yaml:1:2: missing-field: \'metadata.name\' is odd\n' }],
])('what is a warning is told, and nothing more: %s', async (isWarning, ended) => {
  jest.mocked(collectManifests).mockImplementation((paths, nameOf) => {
    const manifests = actual.collectManifests(paths, nameOf);
    const found = unspoken({ code: 'missing-field', field: 'metadata.name', problem: 'is odd', file: manifests.documents[0].file, line: 1, column: 2, isWarning });
    return paths[0].endsWith('dist') ? manifests : { ...manifests, findings: [found] };
  });
  const { diff, remove } = project({ 'dist/a.yaml': manifest('A', 'x'), 'new/a.yaml': manifest('A', 'x') });
  expect(await diff()).toEqual(ended);
  remove();
});
