import { advice, isDebian } from '../../build-tools/install-servers';
import { missing, packagesOf, pathOf, SERVERS } from '../../build-tools/servers';

describe('the servers of the end-to-end tests', () => {
  const { PATH, CI } = process.env;
  afterEach(() => {
    process.env.PATH = PATH;
    if (CI === undefined) delete process.env.CI;
    else process.env.CI = CI;
  });

  test('lie in packages', () => {
    expect(packagesOf(SERVERS))
      .toEqual(['nginx', 'haproxy', 'prometheus', 'apache2-utils', 'curl', 'openssl', 'kubernetes-client', 'victoria-metrics', 'zsh']);
    expect(packagesOf(['promtool', 'prometheus'])).toEqual(['prometheus']);
  });

  test('are found on PATH', () => {
    expect(pathOf('node')).toBeDefined();
    process.env.PATH = __dirname;
    expect(pathOf('install-servers.test.ts')).toBeUndefined();
    expect(missing([])).toEqual([]);
  });

  test.each([
    ['ID=debian\n', true],
    ['NAME=x\nID=ubuntu\nID_LIKE=debian\n', true],
    ['ID=linuxmint\nID_LIKE="ubuntu debian"\n', true],
    ['ID=fedora\nVARIANT_ID=debian\n', false],
    ['', false],
  ])('are installed on Debian: %j', (text, expected) => {
    expect(isDebian(text)).toBe(expected);
  });

  test('are named when they are missing', () => {
    delete process.env.CI;
    expect(advice(['prometheus', 'promtool', 'htpasswd']))
      .toBe('tests: prometheus, promtool, htpasswd not found (Debian: prometheus, apache2-utils); the tests that run them are skipped');
    process.env.CI = 'true';
    expect(advice(['nginx'])).toBe('tests: nginx not found (Debian: nginx); the tests that run them fail');
  });
});
