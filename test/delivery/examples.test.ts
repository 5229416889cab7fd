import { contentsOf, inFolder } from './support';
import { GitOpsApp, GitOpsAppProps } from '../../src';
import { committed, PROGRAMS } from '../examples/programs';

let count = 0;

/** Several of the examples write into one folder: each has a name. */
class NamedGitOpsApp extends GitOpsApp {
  public constructor(props: GitOpsAppProps) {
    super({ ...props, name: `app-${count++}` });
  }
}

test('the examples give the same bytes with GitOpsApp in the place of App', () => {
  // the programs look it up here when they run
  const cdk8s = jest.requireActual('cdk8s/lib/app');
  const { App } = cdk8s;
  cdk8s.App = NamedGitOpsApp;
  inFolder(folder => {
    jest.replaceProperty(process, 'env', { ...process.env, CDK8S_OUTDIR: folder });
    // this one's output is not committed
    for (const program of PROGRAMS.filter(p => !p.includes('/readme/'))) jest.requireActual(`../../${program}`);
    const files = Object.entries(contentsOf(folder)).filter(([path]) => !path.includes('.cdk8s-oam-index'));
    expect(Object.fromEntries(files)).toEqual(committed());
  });
  cdk8s.App = App;
  expect(count).toBeGreaterThan(2);
});
