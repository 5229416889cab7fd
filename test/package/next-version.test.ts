import { readFileSync } from 'fs';
import { nextVersion } from '../../build-tools/next-version';

const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2027-01-02\n\n### Added\n\n## [0.1.0] - 2026-12-01\n';

test.each([['', '0.2.0'], ['v0.1.0', '0.2.0'], ['v0.1.9', '0.2.0']])('after the tag "%s", the release of the changelog is next', (tag, version) => {
  expect(nextVersion(CHANGELOG, tag)).toBe(version);
});

test.each([['v0.2.0', CHANGELOG], ['', '# Changelog\n\n## [Unreleased]\n']])('fails when the changelog has no release after the tag "%s"', (tag, changelog) => {
  expect(() => nextVersion(changelog, tag)).toThrow(`CHANGELOG.md has no release after ${tag || 'none'}: below '## [Unreleased]', add a heading '## [x.y.z] - date'`);
});

test('the changelog begins with what is not released', () => {
  expect(/^## .*$/m.exec(readFileSync('CHANGELOG.md', 'utf8'))![0]).toBe('## [Unreleased]');
});
