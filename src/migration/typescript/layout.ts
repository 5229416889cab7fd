import { basename } from 'node:path';
import { InputDocument } from './documents';
import { Names, className, fileName, kebabCase } from './names';
import { ComponentIndex, boundName } from '../../cluster/objects/oam-object';

/** A file of the project, with the chart in it. */
export interface FilePlan {
  /** The file's name without its extension, and the chart's id. */
  readonly name: string;
  readonly className: string;
  readonly documents: InputDocument[];
  /** The namespace that all its components and applications share, if there is one. */
  readonly namespace?: string;
}

/** The files of a project, and the components in them. */
export class FileLayout {
  /**
   * One file per application, with the components that it binds and the other objects of its manifest file; one for
   * everything else.
   */
  public readonly files: readonly FilePlan[];
  private readonly components = new ComponentIndex<InputDocument>();

  /** `imports` are the names that a file may import: no class has one of them. */
  public constructor(documents: readonly InputDocument[], imports: ReadonlySet<string>) {
    for (const component of documents.filter(({ role }) => role === 'component')) {
      this.components.add(component.value.metadata.name, component.value.metadata.namespace, component);
    }
    const [fileNames, classNames, files] = [new Names('-'), new Names(''), [] as FilePlan[]];
    const addFile = (name: string) => {
      const file: FilePlan = { name, className: className(name, classNames, imports), documents: [] };
      files.push(file);
      return file;
    };
    const fileOf = new Map<InputDocument, FilePlan>();
    const homes = new Map<string, FilePlan>();
    for (const application of documents.filter(({ role }) => role === 'application')) {
      const { value: { metadata: { name, namespace }, spec }, source } = application;
      const short = kebabCase(name, 'application');
      const file = addFile(fileName(fileNames, short, ...typeof namespace === 'string' ? [kebabCase(`${namespace}-${short}`, short)] : []));
      fileOf.set(application, file);
      if (!homes.has(source.file)) homes.set(source.file, file);
      for (const entry of spec.components) {
        const component = this.find(entry, namespace);
        if (component && !fileOf.has(component)) fileOf.set(component, file);
      }
    }
    let others: FilePlan | undefined;
    for (const document of documents) {
      const file = fileOf.get(document) ?? homes.get(document.source.file) ?? (others ??= addFile('objects'));
      fileOf.set(document, file);
      file.documents.push(document);
    }
    this.files = files.map(file => ({ ...file, namespace: namespaceOf(file.documents) }));
  }

  /** The component that an entry of an application binds. */
  public find(entry: unknown, namespace: unknown): InputDocument | undefined {
    const name = boundName(entry);
    return name === undefined ? undefined : this.components.find(name, namespace);
  }
}

/** The names of the manifest files of documents. */
export function sourcesOf({ documents }: FilePlan): string {
  return [...new Set(documents.map(({ source }) => basename(source.file)))].join(', ');
}

function namespaceOf(documents: readonly InputDocument[]): string | undefined {
  const namespaces = new Set(documents.filter(({ role }) => role !== 'other').map(({ value: { metadata } }) => metadata.namespace));
  const [only] = namespaces;
  return namespaces.size === 1 && typeof only === 'string' && only !== '' ? only : undefined;
}
