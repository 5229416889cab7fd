/** Writes the same objects by several writers in turn, in one process: `node writing-child.js <components> <rounds> <module>` prints what each took as JSON. */
import { App, Chart, Yaml } from 'cdk8s';
import { build } from './plain';

export interface WritingSample {
  readonly objects: number;
  /** Milliseconds of each round, of `JSON.stringify` of each object, */
  readonly json: number[];
  /** of the library's writer, */
  readonly writer: number[];
  /** and of cdk8s's, once. */
  readonly yaml: number;
}

type Write = (values: readonly unknown[]) => string;

function timed(write: (value: unknown) => string, values: readonly unknown[]): number {
  const start = performance.now();
  let length = 0;
  for (const value of values) length += write(value).length;
  if (length === 0) throw new Error('nothing was written');
  return performance.now() - start;
}

async function main([components, rounds, module]: string[]): Promise<WritingSample> {
  const { writeDocuments }: { writeDocuments: Write } = await import(module);
  const app = new App();
  build(app, { components: Number(components), charts: 1 });
  const objects = (app.node.children[0] as Chart).toJson();
  const sides = [(value: unknown) => JSON.stringify(value), (value: unknown) => writeDocuments([value])];
  const [json, writer]: number[][] = [[], []];
  for (let round = 0; round < Number(rounds); round++) [json, writer].forEach((times, side) => times.push(timed(sides[side], objects)));
  for (const object of objects.slice(0, 1000)) {
    if (writeDocuments([object]) !== Yaml.stringify(object)) throw new Error('the writers wrote different bytes; nothing that follows would mean anything');
  }
  return { objects: objects.length, json, writer, yaml: timed(value => Yaml.stringify(value), objects) };
}

main(process.argv.slice(2)).then(
  sample => process.stdout.write(JSON.stringify(sample)),
  error => {
    console.error(error);
    process.exitCode = 1;
  },
);
