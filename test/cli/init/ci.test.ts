import { GITHUB, GITHUB_TEXT, GITLAB, runsOf } from './ci';

// the files that check pull requests: what their jobs may do

describe('for GitHub Actions', () => {
  const jobs = Object.entries(GITHUB.jobs);

  test('runs for pull requests, with the right to read alone', () => {
    expect(Object.keys(GITHUB.on)).toEqual(['pull_request', 'push']);
    expect(GITHUB.permissions).toEqual({ contents: 'read' });
  });

  test.each(jobs)('%s uses actions of a commit, whose version is told, and puts no expression into a script', (_, { steps }) => {
    for (const { uses } of steps.filter((step) => step.uses)) {
      expect(uses).toMatch(/^[\w.-]+(\/[\w.-]+)+@[0-9a-f]{40}$/);
      expect(GITHUB_TEXT).toMatch(new RegExp(`${uses} # v\\d+\\.\\d+\\.\\d+\n`));
    }
    expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
  });

  test('a job that may write runs nothing of the pull request, and none for a fork', () => {
    const writing = jobs.filter(([, { permissions = {} }]) => Object.values(permissions).includes('write'));
    expect(writing.map(([name, { permissions }]) => [name, permissions])).toEqual([
      ['comment', { 'pull-requests': 'write' }], ['code-scanning', { 'actions': 'read', 'security-events': 'write' }],
    ]);
    for (const [, job] of writing) {
      expect(job.steps.filter(({ uses = '' }) => /checkout|setup/.test(uses))).toEqual([]);
      expect(runsOf(job).filter((run) => /\b(npm|npx|node|git)\b/.test(run.replaceAll('github-actions', '')))).toEqual([]);
      expect(job.if).toContain('github.event.pull_request.head.repo.full_name == github.repository');
    }
  });

  test('the findings are uploaded only if there are some to upload', () => {
    expect(GITHUB.jobs['code-scanning'].if).toContain(" && needs.manifests.outputs.sarif == 'true' && ");
  });

  test('the checkout leaves no credentials to what runs', () => {
    const [checkout] = GITHUB.jobs.manifests.steps.filter(({ uses }) => uses);
    expect([checkout.uses, checkout.with]).toEqual([expect.stringMatching(/^actions\/checkout@/), { 'fetch-depth': 2, 'persist-credentials': false }]);
  });
});

describe('for GitLab', () => {
  test('runs for merge requests', () => {
    expect(GITLAB.workflow.rules[0]).toEqual({ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' });
    expect(GITLAB.comment.rules).toEqual([{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"', when: 'always' }]);
  });

  test('the job with the token has nothing of the merge request but the report', () => {
    expect([GITLAB.comment.variables, GITLAB.comment.environment]).toEqual([{ GIT_STRATEGY: 'none' }, { name: 'comment', action: 'access' }]);
    expect(GITLAB.comment.script.join('\n')).not.toMatch(/\b(npm|npx|git)\b/);
    expect([...GITLAB.manifests.script, ...GITLAB.manifests.after_script].join('\n')).not.toContain('TOKEN');
  });
});
