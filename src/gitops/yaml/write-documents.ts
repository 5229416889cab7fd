import { Yaml } from 'cdk8s';
import { agrees } from './agreement';
import { isPolluted } from './plain-data';
import { UNCERTAIN } from './uncertain';
import { documentText } from './write-value';

/**
 * What cdk8s's `Yaml.stringify(...values)` gives, byte for byte, in a fraction of its time. A document of which that is not certain is written by
 * cdk8s itself: one in which an object is there twice, or that is more than plain data, or very deep, or no map and no list.
 */
export function writeDocuments(values: readonly unknown[]): string {
  const write = !isPolluted() && agrees() ? writeDocument : writtenByCdk8s;
  const texts: string[] = [];
  // by index: a hole is a document too
  for (let i = 0; i < values.length; i++) texts.push(values[i] === undefined ? '\n' : write(values[i]));
  return texts.join('---\n');
}

function writeDocument(value: unknown): string {
  if (typeof value !== 'object' || value === null) return writtenByCdk8s(value);
  try {
    return flat(`${documentText(value)}\n`);
  } catch (error) {
    if (error !== UNCERTAIN) throw error;
    return writtenByCdk8s(value);
  }
}

function writtenByCdk8s(value: unknown): string {
  return Yaml.stringify(value);
}

/**
 * The same text in one piece. A text that was put together stays a tree of its parts until one of its characters is asked for, and that of a hundred
 * thousand documents takes far more memory than they do.
 */
function flat(text: string): string {
  text.charCodeAt(0);
  return text;
}
