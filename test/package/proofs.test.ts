import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROOFS } from '../on-cluster/proof/all';
import { problemsOf, programsOf, ProofRun, readReport, releases, releasesOf, REPORT, reported, writeReport } from '../on-cluster/proof/report';

const ROOT = join(__dirname, '../..');
const NAMES = Object.keys(PROOFS);

test('bench/proofs.md stands for the proofs as they are, and is as `npm run proof` writes it', () => {
  expect(NAMES.length).toBeGreaterThan(0);
  const runs = reported();
  expect(problemsOf(runs, PROOFS, releases())).toEqual([]);
  expect(Object.keys(runs)).toEqual(NAMES);
  expect(writeReport(runs, PROOFS)).toBe(readFileSync(REPORT, 'utf8'));
});

test.each(NAMES)('%s is held against what its pages still say', (name) => {
  const pages = Object.entries(PROOFS[name].pages);
  expect(pages.flatMap(([, said]) => said)).not.toEqual([]);
  for (const [page, said] of pages) {
    const text = readFileSync(join(ROOT, page), 'utf8');
    expect(said.filter((each) => !text.includes(each))).toEqual([]);
  }
});

describe('the table', () => {
  const proof = PROOFS[NAMES[0]];
  const run: ProofRun = { date: '2026-11-22', release: '1.2.0', programs: programsOf(proof), tried: [['one | two', 'two of two']] };
  const said = (changed: Partial<ProofRun>, known: string[]) => problemsOf({ a: { ...run, ...changed } }, { a: proof }, known);

  test('is read as it is written', () => {
    expect(readReport(writeReport({ a: run }, { a: proof }))).toEqual({ a: run });
  });

  test('may be one release old, and no more', () => {
    expect(said({}, ['1.10.0', '1.2.0', '1.1.0'])).toEqual([]);
    expect(said({}, ['2.0.0', '1.10.0', '1.2.0'])).toEqual(['a is older than the releases 2.0.0, 1.10.0: run `npm run proof -- a`']);
    expect(said({ release: 'none' }, ['0.1.0'])).toEqual([]);
    expect(said({ release: 'none' }, ['0.2.0', '0.1.0'])).toEqual(['a is older than the releases 0.2.0, 0.1.0: run `npm run proof -- a`']);
  });

  test('has a row for each proof, and no other', () => {
    expect(problemsOf({}, { a: proof }, [])).toEqual(['a was never run: run `npm run proof -- a`']);
    expect(problemsOf({ a: run, b: run }, { a: proof }, [])).toEqual(['b is no proof any more: run `npm run proof`']);
    expect(said({ tried: [] }, [])).toEqual(['a has tried nothing: run `npm run proof -- a`']);
  });

  test('names the programs of the sources', () => {
    expect(programsOf(proof)).toMatch(/^kube-apiserver \d+\.\d+\.\d+, kube-controller-manager \d+\.\d+\.\d+, \S+ \d+\.\d+\.\d+/);
    expect(said({ programs: 'kube-apiserver 1.33.0' }, [])).toEqual([
      `a was run with kube-apiserver 1.33.0, and the sources name ${programsOf(proof)}: run \`npm run proof -- a\``,
    ]);
  });
});

test('releases are those of the changelog and of Git, the newest first', () => {
  const changelog = '# Changelog\n\n## [Unreleased]\n\n## [0.10.0] - 2027-01-02\n\n### Added\n\n## 0.9.0\n\n- ## [0.8.0]\n';
  expect(releasesOf(changelog, ['v1.0.0', '0.9.0', 'v1.1.0-rc.1', 'nightly', ''])).toEqual(['1.0.0', '0.10.0', '0.9.0']);
  expect(releasesOf('## [Unreleased]\n', [])).toEqual([]);
});
