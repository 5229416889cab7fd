import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Applications } from './applications';
import { ComponentDeclarations } from './components';
import { DeclarationContext, DeclarationOptions, Dependent, Replaced, Unscraped } from './context';
import { PLACEMENT } from './entry-checks';
import { LeftOut } from './left-out';
import { OamObject, oamObject } from './oam-object';
import { addOther } from './others';
import { DocumentPlace } from './places';
import { Finding, found } from '../../findings/finding';
import { isObject, object } from '../../private/check';
import { identityKey, identityOf } from '../../private/kinds/identity';
import { annotations, labels } from '../../private/names';
import { OAM_API_VERSION, ObjectType } from '../../private/oam-kind';
import { LocatedFinding, ManifestDocument } from '../reading';

/** What manifests declare. */
export interface Declaration {
  /** All that is wrong with it, and what may be. */
  readonly findings: readonly LocatedFinding[];
  /** The entries that are not declared since their components are left out. */
  readonly dependents: readonly Dependent[];
  /** The entries whose components have no default monitor, since it would find nothing. */
  readonly unscraped: readonly Unscraped[];
  /** Components that are rendered without monitors of their operator. */
  readonly replaced: readonly Replaced[];
  /** The objects of a document, as they are rendered for the platform. Not to be asked for where there are errors. */
  readonly objectsOf: (document: ManifestDocument) => any[];
}

/** How documents are declared. */
export interface DeclarationScope {
  /** The scope in which they are declared: an app of their own unless one is given. */
  readonly scope?: Construct;
  /** What is not declared; nothing is found about it. */
  readonly left?: LeftOut;
}

/** Takes manifests into the model. Never throws for what is in them. */
export function declare(
  documents: readonly ManifestDocument[], options: DeclarationOptions, { scope, left = new LeftOut() }: DeclarationScope = {},
): Declaration {
  const context = new DeclarationContext(options, left, scope);
  const all = documents.map(document => ({ document, object: oamObject(document) }));
  const read = all.filter(({ document }) => !left.has({ document }));
  const objects = once(context, read.flatMap(each => each.object ?? []));
  const [applications, components] = [objects.filter(isApplication), objects.filter(each => !isApplication(each))];
  const declared = new ComponentDeclarations(context);
  for (const component of components) declared.add(component);
  for (const { document, object: known } of all) if (left.has({ document }) && known?.kind === 'Component') declared.leaveOut(known);
  const bound = new Applications(context, declared);
  for (const application of applications) bound.add(application);
  if (!context.platform._makesObjects) {
    bound.leaveOutTraits();
    bound.settleDefaults();
  }
  const named = all.flatMap(({ object: known }) => known && isApplication(known) && isObject(known.metadata) ? [known.metadata.name] : []);
  const names = new Set(named);
  for (const { document, object: known } of read) if (!known) addOther(context, document, names);
  for (const each of objects.filter(({ isMulti }) => isMulti)) tellOuter(context, each);
  return {
    findings: context.findings(),
    dependents: context.dependents,
    unscraped: context.unscraped,
    replaced: context.replaced,
    objectsOf: document => {
      const made = context.madeOf(document)?.node.findAll().filter(ApiObject.isApiObject) ?? [];
      // what is none of OAM's is not even sorted
      return oamObject(document) ? made.map(each => each.toJson()) : made.map(() => document.value);
    },
  };
}

function isApplication({ kind }: OamObject): boolean {
  return kind === 'ApplicationConfiguration';
}

/** Without an OAM platform no object is made of an application or a component, of which two have one name. */
function once(context: DeclarationContext, objects: readonly OamObject[]): OamObject[] {
  if (context.platform._makesObjects) return [...objects];
  const firsts = new Map<string, ManifestDocument>();
  return objects.filter(({ kind, metadata, document, pathOf }) => {
    const identity = identityOf({ apiVersion: OAM_API_VERSION, kind, metadata }, { defaultNamespace: context.namespaceOf({}) });
    if (typeof identity.name !== 'string') return true;
    const { name } = identity;
    const namespace = typeof identity.namespace === 'string' ? identity.namespace : undefined;
    const first = firsts.get(identityKey(identity));
    if (!first) firsts.set(identityKey(identity), document);
    else context.tell({ document, pathOf }, twice({ kind, name, namespace }, first));
    return !first;
  });
}

function twice(named: { kind: string; name: string; namespace: string | undefined }, first: ManifestDocument): Finding[] {
  return found('duplicate-object', '', { reason: 'manifests', ...named, place: `${first.file}:${first.locate('').line}` });
}

const OUTER = object({ metadata: object({ labels, annotations }) });

/** What stands outside of the template, of which the clusters get nothing. */
function tellOuter(context: DeclarationContext, { document }: OamObject): void {
  const place: DocumentPlace = { document, pathOf: path => path };
  context.tell(place, OUTER({ metadata: document.value.metadata }, ''));
  if (context.platform._makesObjects) return context.tell(place, [...context.platform._checkVersion(document.value as ObjectType), ...PLACEMENT(document.value, '')]);
  for (const field of ['placement', 'secrets'].filter(each => document.value.spec?.[each] != null)) {
    context.tell(place, found('placement-left-out', ['spec', field]), true);
  }
}
