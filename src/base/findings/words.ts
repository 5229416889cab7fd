import { nearest } from '../check';
import { CATALOGUE } from './catalogue/all';
import { CodeSentences, Frame, FRAMES, Sentence, Text } from './sentence';
import { Finding, Parameters, Shown, showPath, printable, show } from './finding';

/** The audience of a message: the author of a program, or of manifests, settings or flags. */
export type Audience = 'program' | 'manifests';

/** The parts of a finding's own sentence, and those of the frames around it: the last of them has the whole problem. */
function sentencesOf({ code, parameters }: Finding) {
  const sentences: CodeSentences = CATALOGUE[code];
  const { reason, frames = [] } = parameters as { readonly reason?: string; readonly frames?: readonly Frame[] };
  const said = (sentence: Sentence, given: Parameters, usual = '') => {
    const text: Text = typeof sentence === 'function' ? sentence(given) : sentence;
    const whole = typeof text === 'string' ? [text, usual, usual || 'give what is required'] as const : text;
    const [problem, remedy, inManifests = remedy] = whole;
    return { problem, remedy, inManifests };
  };
  const reasons = sentences as Readonly<Record<string, Sentence>> & { readonly help?: string };
  const sentence = reason === undefined ? sentences as Sentence : reasons[reason];
  const all = [said(sentence, parameters, reasons.help)];
  for (const frame of frames) all.push(said(FRAMES[frame], { ...parameters, problem: all.at(-1)!.problem }));
  return all;
}

/** The problem, without the field: `must be one of Exact, Prefix, Regex, got "prefix"`. */
export function problemOf(finding: Finding): string { return sentencesOf(finding).at(-1)!.problem; }

/** The word that was probably meant: the finding names it, or it is the nearest of those that it lists as allowed. */
function meantBy({ code, path, parameters }: Finding): string | undefined {
  const { meant, value, allowed, known = allowed } = parameters;
  const word = code === 'unknown-field' ? path.at(-1) : Shown.is(value) && value.exact;
  if (meant !== undefined || typeof word !== 'string' || !Array.isArray(known)) return meant as string | undefined;
  return nearest(word, known.map(String));
}

/** The remedy; `undefined` for a program if the problem says what is required. */
export function remedyOf(finding: Finding, audience: 'manifests'): string;
export function remedyOf(finding: Finding, audience?: Audience): string | undefined;
export function remedyOf(finding: Finding, audience: Audience = 'program'): string | undefined {
  const [own, ...frames] = sentencesOf(finding);
  const around = frames.reverse().find(({ remedy }) => remedy);
  if (around) return around.remedy;
  const meant = meantBy(finding);
  if (meant !== undefined) {
    const { reason, remedy } = finding.parameters;
    return `did you mean ${show(meant)}?${reason === 'one-of' && remedy ? ` Otherwise ${remedy as string}` : ''}`;
  }
  return (audience === 'manifests' ? own.inManifests : own.remedy) || undefined;
}

/** One line, whatever the finding quotes: `code: 'field' problem; remedy`. */
export function describe(finding: Finding): string { return describeTo('program', finding); }

/** The same for an audience. */
export function describeTo(audience: Audience, finding: Finding): string {
  // if the problem says what is required, a message says no more
  const remedy = remedyOf(finding) && remedyOf(finding, audience);
  return describeProblem(finding) + (remedy ? printable(`; ${remedy}`) : '');
}

/** The same without a remedy, if nothing is to be done. */
export function describeProblem(finding: Finding): string {
  return printable(`${finding.code}: ${placeAndProblem(finding)}`);
}

/** The same without its code, for a line below a finding that it explains. The only remedy is the word meant. */
export function describeBare(finding: Finding): string {
  const meant = meantBy(finding) === undefined ? '' : `; ${remedyOf(finding)}`;
  return printable(placeAndProblem(finding) + meant);
}

/** The sentence of a finding before its remedy: the quoted path, unless it is empty, and the problem. */
function placeAndProblem(finding: Finding): string {
  const field = showPath(finding.path);
  return `${field && `'${field}' `}${problemOf(finding)}`;
}
