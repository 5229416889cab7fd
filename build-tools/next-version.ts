/** Prints the version that is released next, for `projen bump`: that of the newest release in CHANGELOG.md. */
import { readFileSync } from 'fs';
import { releasesOf } from '../test/on-cluster/proof/report';

/** The newest release of the changelog, which must not have a tag yet. */
export function nextVersion(changelog: string, latestTag: string): string {
  const [newest] = releasesOf(changelog, []);
  if (newest !== undefined && !releasesOf('', [latestTag]).includes(newest)) return newest;
  throw new Error(`CHANGELOG.md has no release after ${latestTag || 'none'}: below '## [Unreleased]', add a heading '## [x.y.z] - date'`);
}

if (require.main === module) console.log(nextVersion(readFileSync('CHANGELOG.md', 'utf8'), process.env.LATEST_TAG ?? ''));
