import type { ChartProgram } from './chart-program';
import { patchDocument } from './patch-document';
import type { Trial } from './trial';
import { metadataProp } from '../code/metadata-code';
import { Level } from '../demotions';
import { InputDocument, remarksOn } from '../documents';
import { parameters } from '../shapes/documents';
import { create, Expression, Field, literal, name, oam, objectLiteral, THIS } from '../syntax/tree';

/** Writes a component by its type, and gives its constant. Where that cannot be, it is an object in the next trial. */
export function addComponent(document: InputDocument, id: string, program: ChartProgram, trial: Trial): Expression | undefined {
  const { index, value: { metadata, spec } } = document;
  const part = { document: index };
  const code = trial.workloadCode(document);
  if (typeof code === 'string') {
    trial.demotions.demote(part, Level.CUSTOM, code);
    return undefined;
  }
  const constant = program.names.take(metadata.name, 'component');
  const workload: Field = { key: 'workload', value: code.expression, ...code.comment !== undefined && { comment: code.comment } };
  const declared = spec.parameters === undefined ? undefined : parameters(spec.parameters, []).expression;
  const props = [...metadataProp(metadata, id, program.namespace), workload, ...declared ? [{ key: 'parameters', value: declared }] : []];
  const value = create(oam('Component'), THIS, literal(id), objectLiteral(props));
  const made = program.add({ constant, value, comments: remarksOn(document) }, part, Level.CUSTOM);
  if (!made) return undefined;
  trial.workloads[code.isTyped ? 'typed' : 'custom']++;
  patchDocument(program, trial, document, made, constant);
  return name(constant);
}
