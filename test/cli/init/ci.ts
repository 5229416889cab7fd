import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './support';

/** A step of GitHub Actions. */
interface Step {
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

/** A job of GitHub Actions. */
export interface GitHubJob {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly if?: string;
  readonly steps: readonly Step[];
}

/** A job of GitLab. */
interface GitLabJob {
  readonly variables?: Readonly<Record<string, string>>;
  readonly environment?: object;
  readonly rules?: readonly object[];
  readonly script: readonly string[];
  readonly after_script: readonly string[];
}

export const GITHUB_TEXT = readFileSync(join(ROOT, 'templates/github.yml'), 'utf8');

export const GITHUB: { readonly on: object; readonly permissions: object; readonly jobs: Readonly<Record<string, GitHubJob>> } = parse(GITHUB_TEXT);

export const GITLAB: { readonly workflow: { rules: object[] }; readonly manifests: GitLabJob; readonly comment: GitLabJob } =
  parse(readFileSync(join(ROOT, 'templates/gitlab.yml'), 'utf8'));

/** The scripts of a job. */
export const runsOf = ({ steps }: GitHubJob): string[] => steps.flatMap(({ run = [] }) => run);
