import { ERRORS } from './catalogue/all';
import { Frame, FRAMES } from './catalogue/frames';
import { Finding } from './finding';
import { showPath } from './path';
import { printable } from './printable';
import { fill, FrameSentence, Sentence } from './sentence';

/** Whose words are used: those of a program's author, or of somebody who has written manifests, settings or flags. */
export type Audience = 'program' | 'manifests';

/** The sentence of a finding: the one of its code, or the one of its reason. */
function sentenceOf({ code, parameters: { reason } }: Finding): Sentence {
  const { says } = ERRORS[code];
  return (reason === undefined ? says : (says as Readonly<Record<string, Sentence>>)[reason as string]) as Sentence;
}

/** The sentences around that of a finding, from the innermost. */
function framesOf({ parameters: { frames = [] } }: Finding): FrameSentence[] {
  return (frames as readonly Frame[]).map(frame => FRAMES[frame]);
}

/** What is wrong, without the field: `must be one of Exact, Prefix, Regex, got "prefix"`. */
export function problemOf(finding: Finding): string {
  return framesOf(finding).reduce((problem, frame) => fill(frame.problem, { ...finding.parameters, problem }), ownProblemOf(finding));
}

function ownProblemOf(finding: Finding): string {
  return fill(sentenceOf(finding).problem, finding.parameters);
}

/** What to do. A program is told nothing where the problem says what must be. */
export function remedyOf(finding: Finding, audience: 'manifests'): string;
export function remedyOf(finding: Finding, audience?: Audience): string | undefined;
export function remedyOf(finding: Finding, audience: Audience = 'program'): string | undefined {
  const { parameters } = finding;
  const around = framesOf(finding).reverse().find(({ remedy }) => remedy !== undefined);
  if (around) return around.remedy;
  if (parameters.meant !== undefined) return fill('did you mean {meant}?', parameters);
  const { remedy, inManifests } = sentenceOf(finding);
  const text = audience === 'manifests' ? inManifests ?? remedy : remedy;
  return text === undefined ? undefined : fill(text, parameters);
}

/** One line, whatever the finding quotes: `code: 'field' problem; remedy`. */
export function describe(finding: Finding): string {
  return describeTo('program', finding);
}

/** The same in the words of an audience. */
export function describeTo(audience: Audience, finding: Finding): string {
  // where the problem says what must be, a message says no more
  const remedy = remedyOf(finding) && remedyOf(finding, audience);
  return describeProblem(finding) + (remedy ? printable(`; ${remedy}`) : '');
}

/** The same without a remedy, where nothing is to be done. */
export function describeProblem(finding: Finding): string {
  const field = showPath(finding.path);
  return printable(`${finding.code}: ${field && `'${field}' `}${problemOf(finding)}`);
}
