import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { atEachMoment, contents, systemError } from './moments';
import { Files, INDEX, indexOf, isAsWritten, MINE, Place, write } from './support';
import { PATIENCE, runs } from '../../properties/runs';

const place = new Place();

const PATHS = ['a.yaml', 'b.yaml', 'd/a.yaml', 'd/b.yaml', 'd/e/a.yaml', 'f/a.yaml'];
const APPS = [INDEX, `${INDEX}.other`];
const path = fc.constantFrom(...PATHS);
const text = fc.constantFrom('', 'one\n', 'two\n', 'longer text\n'.repeat(1000));
const edited = fc.oneof(text, text.map(given => given + MINE));
const files = fc.dictionary(path, text, { maxKeys: PATHS.length, noNullPrototype: true });
const app = fc.constantFrom(...APPS);

/** What is on the disk, and what each app remembers, as the contract says it. */
interface Model {
  readonly disk: Map<string, string>;
  readonly indexes: Map<string, Set<string>>;
}

/** One thing that happens. */
type Event = (model: Model) => void;

const events: readonly fc.Arbitrary<Event>[] = [
  fc.tuple(files, app).map(([given, index]) => ran(given, index, () => write(place.out, given, index))),
  // the disk is full, and is cleared
  fc.tuple(files, app, fc.nat(40)).map(([given, index, moment]) => ran(given, index, () => {
    failAt(moment, () => write(place.out, given, index));
    write(place.out, given, index);
  })),
  fc.tuple(path, edited).map(([name, changed]) => ({ disk }) => {
    mkdirSync(dirname(`${place.out}/${name}`), { recursive: true });
    writeFileSync(`${place.out}/${name}`, changed);
    disk.set(name, changed);
  }),
  path.map(name => ({ disk }) => {
    rmSync(`${place.out}/${name}`, { force: true });
    disk.delete(name);
  }),
  app.map(index => ({ indexes }) => {
    rmSync(`${place.out}/${index}`, { recursive: true, force: true });
    indexes.get(index)!.clear();
  }),
];

/** A run of an app, and what it is to do. */
function ran(given: Files, index: string, run: () => void): Event {
  return ({ disk, indexes }) => {
    run();
    const known = indexes.get(index)!;
    const others = [...indexes].filter(([name]) => name !== index).map(([, entries]) => entries);
    const kept: string[] = [];
    for (const name of known) {
      if (name in given || others.some(other => other.has(name)) || !disk.has(name)) continue;
      if (isAsWritten(disk.get(name)!)) disk.delete(name);
      else kept.push(name);
    }
    for (const [name, rendered] of Object.entries(given)) disk.set(name, rendered);
    indexes.set(index, new Set([...Object.keys(given), ...kept]));
  };
}

function failAt(moment: number, run: () => void): void {
  let moments = 0;
  try {
    atEachMoment(each => {
      if (++moments >= moment && ['half of writeFileSync', 'mkdirSync', 'renameSync'].includes(each.call)) throw systemError('ENOSPC', 'no space left on device', each);
    }, run);
  } catch (error) {
    expect((error as Error).message).toContain('ENOSPC');
  }
}

function expected({ disk, indexes }: Model): Record<string, string | null> {
  const marks = [...indexes].flatMap(([index, paths]) => Object.entries(indexOf([...paths], index)).filter(([, content]) => content !== null));
  return { ...Object.fromEntries(disk), ...Object.fromEntries(marks) };
}

test('whatever happens to an output, an app removes what it has written and nothing else', () => {
  fc.assert(fc.property(fc.array(fc.oneof(...events), { maxLength: 12 }), history => {
    rmSync(place.out, { recursive: true, force: true });
    const model: Model = { disk: new Map(), indexes: new Map(APPS.map(index => [index, new Set()])) };
    for (const event of [ran({}, INDEX, () => write(place.out, {})), ...history]) {
      event(model);
      const now = Object.fromEntries(Object.entries(contents(place.out)).filter(([, found]) => found !== null));
      expect(now).toEqual(expected(model));
    }
  }), { numRuns: runs(250) });
}, PATIENCE);
