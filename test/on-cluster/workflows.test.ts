import { spawnSync } from 'child_process';
import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { programOf, ROOT } from './bench/binaries';
import { describePrograms } from './support/describe-cluster';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Workflows of GitHub Actions that others get from here: the one that `init` writes, and those in pages. */
const WORKFLOWS: readonly (readonly [where: string, text: string])[] = [
  ['templates/github.yml', read('templates/github.yml')],
  ...readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md')).flatMap((page) =>
    [...read(`docs/${page}`).matchAll(/^cat > \.github\/workflows\/\S+ <<'END'\n([^]*?)^END$/gm)].map(([, text]) => [`docs/${page}`, text] as const)),
];

describePrograms(['actionlint'], 'actionlint', () => {
  /** What it says of a workflow: the lines and what is wrong there. */
  const findings = (text: string): string => {
    const { stdout, stderr, error } = spawnSync(programOf('actionlint'), ['-oneline', '-no-color', '-shellcheck=', '-'], { input: text, encoding: 'utf8' });
    if (error) throw error;
    return stdout + stderr;
  };

  test('is asked of the workflow that init writes, and of those in pages', () => {
    expect(WORKFLOWS.map(([where]) => where)).toEqual(expect.arrayContaining(['templates/github.yml', 'docs/validate.md']));
  });

  /** Of an action that is named by a version it knows the inputs, too. */
  const withVersions = (text: string) => text.replace(/@[0-9a-f]{40} # v.*$/gm, '@v4');

  test.each(WORKFLOWS)('finds nothing wrong in %s', (_, text) => {
    expect(findings(text)).toBe('');
    expect(findings(withVersions(text))).toBe('');
  });

  test.each([
    ['a field', 'steps:', 'setps:', /unexpected key "setps" for "job" section/],
    ['an expression', 'needs.manifests.outputs.reports', 'needs.manifests.outputs.report', /property "report" is not defined/],
    ['an event', 'pull_request:', 'pull_requests:', /unknown Webhook event "pull_requests"/],
    ['a right', 'security-events: write', 'security-event: write', /unknown permission scope "security-event"/],
    ['a job', 'needs: manifests', 'needs: manifest', /needs job "manifest" which does not exist/],
    ['an input', 'if-no-files-found', 'if-no-file-found', /input "if-no-file-found" is not defined in action/],
  ])('finds %s that is misspelt', (_, right, wrong, message) => {
    const text = read('templates/github.yml');
    expect(text).toContain(right);
    expect(findings(withVersions(text.replaceAll(right, wrong)))).toMatch(message);
  });
});
