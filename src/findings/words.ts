import { ERRORS } from './catalogue/all';
import { Frame, FRAMES } from './catalogue/phrases';
import { Finding } from './finding';
import { showPath } from './path';
import { fill, Sentence, SentenceParts } from './sentence';
import { printable } from './shown';

/** The audience of a message: the author of a program, or of manifests, settings or flags. */
export type Audience = 'program' | 'manifests';

/** The problem and the remedies of a finding: those of its code's only sentence, or of the sentence for its reason. */
function partsOf({ code, parameters: { reason } }: Finding): SentenceParts {
  const { says, help = '' } = ERRORS[code];
  const sentence = reason === undefined ? says as SentenceParts : (says as Readonly<Record<string, Sentence>>)[reason as string];
  return typeof sentence === 'string' ? [sentence, help] : sentence;
}

/** The sentences around that of a finding, from the innermost. */
function framesOf({ parameters: { frames = [] } }: Finding): SentenceParts[] {
  return (frames as readonly Frame[]).map((frame): Sentence => FRAMES[frame]).map(each => typeof each === 'string' ? [each, ''] : each);
}

/** The problem, without the field: `must be one of Exact, Prefix, Regex, got "prefix"`. */
export function problemOf(finding: Finding): string {
  const own = fill(partsOf(finding)[0], finding.parameters);
  return framesOf(finding).reduce((problem, [around]) => fill(around, { ...finding.parameters, problem }), own);
}

/** The remedy; `undefined` for a program if the problem says what is required. */
export function remedyOf(finding: Finding, audience: 'manifests'): string;
export function remedyOf(finding: Finding, audience?: Audience): string | undefined;
export function remedyOf(finding: Finding, audience: Audience = 'program'): string | undefined {
  const { parameters } = finding;
  const around = framesOf(finding).reverse().find(([, own]) => own);
  if (around) return around[1];
  if (parameters.meant !== undefined) return fill('did you mean {meant}?', parameters);
  const [, remedy, inManifests = remedy] = partsOf(finding);
  return fill(audience === 'manifests' ? inManifests : remedy, parameters) || undefined;
}

/** One line, whatever the finding quotes: `code: 'field' problem; remedy`. */
export function describe(finding: Finding): string {
  return describeTo('program', finding);
}

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

/** The same without its code, for a line below a finding that it explains. The only remedy is the word that was meant. */
export function describeBare(finding: Finding): string {
  const meant = finding.parameters.meant === undefined ? '' : `; ${remedyOf(finding)}`;
  return printable(placeAndProblem(finding) + meant);
}

function placeAndProblem(finding: Finding): string {
  const field = showPath(finding.path);
  return `${field && `'${field}' `}${problemOf(finding)}`;
}
