import { missing, packagesOf, Server } from '../../../build-tools/servers';

/**
 * A suite that runs servers of this machine.
 *
 * Where one is missing it is skipped, and its title says so; in CI it fails, because nobody would see that it was skipped.
 */
export function describeWith(servers: readonly Server[], title: string, tests: () => void): void {
  const absent = missing(servers);
  if (absent.length === 0) describe(title, tests);
  else if (process.env.CI) describe(title, () => failing(absent));
  else describe.skip(`${title} (without ${absent.join(', ')})`, tests);
}

function failing(absent: readonly Server[]) {
  test(`has ${absent.join(', ')}`, () => {
    throw new Error(`${absent.join(', ')} not found: install the Debian packages ${packagesOf(absent).join(', ')}`);
  });
}
