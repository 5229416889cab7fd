import { basename } from 'node:path';
import type { InputDocument } from './documents';
import { Names, className, fileName, kebabCase } from './names';
import { asObject, listOf } from '../../private/check';
import { grouped } from '../../private/grouped';
import { isMultiCluster } from '../../private/oam-kind';
import { boundName, ComponentIndex } from '../model/oam-object';

/** A file of the project, with the chart in it. */
export interface FilePlan {
  /** The file's name without its extension, and the chart's id. */
  readonly name: string;
  readonly className: string;
  readonly documents: InputDocument[];
}

/** The components among the documents. */
export type Components = ComponentIndex<InputDocument>;

export function componentsOf(documents: readonly InputDocument[]): Components {
  const components = new ComponentIndex<InputDocument>();
  for (const document of documents.filter(({ role }) => role === 'component')) {
    const { name, namespace } = document.value.metadata ?? {};
    components.add(name, namespace, document);
  }
  return components;
}

/**
 * Lays out the files: one per application, with the components that it binds and the other documents of their manifest files; one for
 * components that nobody binds; and one for everything else.
 */
export function filesOf(documents: readonly InputDocument[], components: Components, imports: ReadonlySet<string>): FilePlan[] {
  return new Grouping(documents, components, imports).group();
}

/**
 * An application in the layout. A multi-cluster application counts, too: it is none to the library, but shares a file with its components.
 */
interface Application {
  readonly document: InputDocument;
  /** Names for its file, the best first. */
  readonly names: readonly string[];
  readonly namespace: unknown;
  readonly entries: readonly unknown[];
}

class Grouping {
  private readonly files: FilePlan[] = [];
  private readonly fileOf = new Map<InputDocument, FilePlan>();
  private readonly applications: readonly Application[];
  /** The applications by the shortest of their names. */
  private readonly named: ReadonlyMap<string, readonly Application[]>;
  /** The files of documents that belong to no application, by name. */
  private readonly shared = new Map<string, FilePlan>();
  private readonly fileNames = new Names('-');
  private readonly classNames = new Names('');

  public constructor(
    private readonly documents: readonly InputDocument[],
    private readonly components: Components,
    private readonly imports: ReadonlySet<string>,
  ) {
    this.applications = documents.flatMap(document => applicationOf(document) ?? []);
    this.named = grouped(this.applications, ({ names: [short] }) => [short]);
  }

  public group(): FilePlan[] {
    const { documents } = this;
    for (const application of this.applications) this.addApplication(application);
    const homes = this.homes();
    const rest = documents.filter(each => !this.fileOf.has(each));
    for (const document of rest) this.fileOf.set(document, homes.get(document.source.file) ?? this.common(document));
    for (const document of documents) this.fileOf.get(document)!.documents.push(document);
    return this.files;
  }

  private addApplication({ document, names, namespace, entries }: Application): void {
    const [short, ...longer] = names;
    const isShared = this.named.get(short)!.length > 1;
    const file = this.addFile(fileName(this.fileNames, ...isShared ? longer : [short], short));
    this.fileOf.set(document, file);
    for (const entry of entries) {
      const bound = boundName(entry);
      const component = bound === undefined ? undefined : this.components.find(bound, namespace);
      if (component && !this.fileOf.has(component)) this.fileOf.set(component, file);
    }
  }

  /** The project file for the remaining documents of each manifest file: that of its application, or of its components. */
  private homes(): Map<string, FilePlan> {
    const homes = new Map<string, FilePlan>();
    const placed = this.documents.filter(each => this.fileOf.has(each));
    for (const document of [...this.applications.map(each => each.document), ...placed]) {
      const { file } = document.source;
      if (!homes.has(file)) homes.set(file, this.fileOf.get(document)!);
    }
    return homes;
  }

  private common({ role }: InputDocument): FilePlan {
    const name = role === 'component' ? 'components' : 'objects';
    const file = this.shared.get(name) ?? this.addFile(name);
    this.shared.set(name, file);
    return file;
  }

  private addFile(name: string): FilePlan {
    const file = { name, className: className(name, this.classNames, this.imports), documents: [] };
    this.files.push(file);
    return file;
  }
}

function applicationOf(document: InputDocument): Application | undefined {
  const { role, value: { kind, metadata, spec } } = document;
  const isMulti = isMultiCluster(document.value) && kind === 'MultiClusterApplicationConfiguration';
  if (role !== 'application' && !isMulti) return undefined;
  const { name, namespace } = asObject<{ readonly name?: string; readonly namespace?: string }>(metadata);
  const short = kebabCase(typeof name === 'string' ? name : nameOfFile(document), 'application');
  return {
    document,
    names: [short, ...typeof namespace === 'string' ? [kebabCase(`${namespace}-${short}`, short)] : []],
    namespace,
    entries: listOf((isMulti ? spec?.template?.spec : spec)?.components),
  };
}

/** The name of the file that a document was read from, without its extension. */
function nameOfFile({ source }: InputDocument): string {
  return basename(source.file).replace(/\.[^.]*$/, '');
}
