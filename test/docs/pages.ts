import { changedProgram } from '../../build-tools/changed-program';

/** A TypeScript block of a page, with what the blocks behind it say it gives. */
export interface Program {
  /** The page, and which one of its TypeScript blocks it is. */
  readonly name: string;
  readonly code: string;
  /** For a change, the program before it; the text blocks then show what `diff` prints. */
  readonly before?: string;
  /** The YAML blocks: objects that it renders. */
  readonly yaml: string[];
  /** The text blocks that show the error with which it ends; without one it must not fail. */
  readonly errors: string[];
  /** The other text blocks, which show what it prints. */
  readonly prints: string[];
}

/** The TypeScript blocks of a page, and where the blocks are that belong to none. */
export interface Page {
  readonly programs: Program[];
  readonly strays: string[];
}

interface Block {
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

const FENCE = /^```(.*)$/;

/** The first line of an uncaught error, as Node writes it. */
const ERROR = /^\w*Error: /;

/** A block that changes the first program of its page. */
const CHANGE = 'ts change';

/** What is not run, and parts a TypeScript block from the blocks behind it. */
const NOT_RUN = ['sh', 'js', 'mermaid', 'heading'];

/** Only prose, and other blocks of YAML and text, may stand between a TypeScript block and the YAML and text that it gives. */
export function readPage(path: string, markdown: string): Page {
  const programs: Program[] = [];
  const strays: string[] = [];
  let last: Program | undefined;
  for (const { line, language, text } of blocks(markdown)) {
    if (language === 'ts') {
      last = { name: `${path} ${programs.length + 1}`, code: text, yaml: [], errors: [], prints: [] };
      programs.push(last);
    } else if (language === CHANGE && programs.length > 0) {
      const [{ code: before }] = programs;
      last = { name: `${path} ${programs.length + 1}`, code: changedProgram(before, text), before, yaml: [], errors: [], prints: [] };
      programs.push(last);
    } else if (NOT_RUN.includes(language)) {
      last = undefined;
    } else if (last && ['yaml', 'text'].includes(language)) {
      const shown = language === 'yaml' ? last.yaml : ERROR.test(text) ? last.errors : last.prints;
      shown.push(text);
    } else {
      strays.push(`${path}:${line} ${language || 'no language'}`);
    }
  }
  return { programs, strays };
}

/** The fenced blocks of a page. A heading stands for a block without text: it parts what is in front from what is behind. */
function blocks(markdown: string): Block[] {
  const found: Block[] = [];
  const lines = markdown.split('\n');
  for (let i = 0; i < lines.length; i += 1) {
    const fence = FENCE.exec(lines[i]);
    if (/^\s+```/.test(lines[i])) throw new Error(`the block of line ${i + 1} is indented`);
    if (fence) {
      const end = lines.indexOf('```', i + 1);
      if (end < 0) throw new Error(`the block of line ${i + 1} has no end`);
      found.push({ line: i + 1, language: fence[1], text: lines.slice(i + 1, end).join('\n') });
      i = end;
    } else if (lines[i].startsWith('#')) {
      found.push({ line: i + 1, language: 'heading', text: '' });
    }
  }
  return found;
}

/** The blocks of a page that are for a shell. */
export const blocksOf = (text: string) => [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block);

/** What a page writes into files, by name. */
export const filesOf = (text: string) => new Map(
  blocksOf(text).flatMap(block => [...block.matchAll(/^cat > (\S+) <<'END'\n([^]*?)^END$/gm)].map(([, name, content]) => [name, content] as const)),
);
