import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../app/app';
import { asked, manifestsIn } from '../app/output-files';
import { failEmpty } from '../app/run-app';
import { runAside } from '../app/run-aside';
import { print } from '../output';

/** Runs the app into a temporary folder, and prints what it has written there: all, or nothing. */
export async function printApp(app: App): Promise<void> {
  const texts = await runAside(app, [app.output], folder => {
    const files = existsSync(folder) ? manifestsIn(folder) : [];
    return files.length > 0 ? files.map(name => asked(join(folder, name), file => readFileSync(file))) : failEmpty(app);
  });
  for (const text of inOneStream(texts)) print(text);
}

/** A chart's file begins with its first object, and not with the mark that parts this from the one before it. */
function inOneStream(texts: readonly Buffer[]): Buffer[] {
  return texts.filter(({ length }) => length > 0).flatMap((text, index) => {
    const isMarked = index === 0 || /^---(\s|$)/.test(text.toString('latin1', 0, 4));
    return [...isMarked ? [] : [Buffer.from('---\n')], text, ...text.at(-1) === 0x0a ? [] : [Buffer.from('\n')]];
  });
}
