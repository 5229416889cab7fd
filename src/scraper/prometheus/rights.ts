import { Construct } from 'constructs';
import { accountOf, ScraperModel } from './operated';
import { FINE, Finding, found } from '../../findings/finding';
import { BindingModel } from '../../platform/model';
import { ModelObject } from '../../private/model-object';
import { isPresent, Registry } from '../../private/registry';

const RBAC = 'rbac.authorization.k8s.io';

/** The permissions that the discovery of pods needs. */
const RULES = [{ apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch'] }];

/** The namespaces in which components are scraped, and the permissions of the scraper there. */
export class ScrapedNamespaces {
  private readonly scraped = new Map<string, Set<BindingModel>>();

  public constructor(private readonly scraper: Construct, private readonly model: ScraperModel) {
    if (model.given.allNamespaces) this.grant('Cluster');
  }

  /** The sorted names of the namespaces. */
  public get names(): string[] {
    const isThere = ({ construct }: BindingModel) => construct.node.scopes.slice(1).every(isPresent);
    return [...this.scraped].filter(([, bindings]) => [...bindings].some(isThere)).map(([namespace]) => namespace).sort();
  }

  /** Called when the scraped endpoints of a binding may have changed. */
  public declared(binding: BindingModel): void {
    const { application: { namespace } } = binding;
    if (namespace === undefined) return;
    const others = this.scraped.get(namespace);
    if (binding.metrics().endpoints.length === 0) {
      if (others?.delete(binding) && others.size === 0) this.remove(namespace);
    } else if (others) {
      others.add(binding);
    } else {
      this.scraped.set(namespace, new Set([binding]));
      if (this.hasRoles) this.grant('', namespace);
    }
  }

  /** The findings on namespaces that the given `account` cannot read. */
  public findings(): Finding[] {
    const { account } = this.model.given;
    const readable = account?.namespaces;
    if (!readable) return FINE;
    return this.names.filter(namespace => !readable.includes(namespace)).flatMap(namespace => {
      const [{ componentName: component }] = this.scraped.get(namespace)!;
      return found('scraper-rights', '', { namespace, component, name: account.name });
    });
  }

  private get hasRoles(): boolean {
    const { account, allNamespaces } = this.model.given;
    return account == null && !allNamespaces;
  }

  private remove(namespace: string): void {
    this.scraped.delete(namespace);
    const removed = kindsFor('').filter(kind => this.scraper.node.tryRemoveChild(`${kind}-${namespace}`));
    removed.forEach(() => Registry.of(this.scraper).unmade());
  }

  /** Creates a role and its binding. Namespace and name are DNS labels, so no two scrapers share the joined name. */
  private grant(of: 'Cluster' | '', namespace?: string): void {
    const { scraper, model } = this;
    const [role, binding] = kindsFor(of);
    const metadata = { name: `${model.namespace}.${model.name}`, namespace };
    const subjects = [{ kind: 'ServiceAccount', name: accountOf(model), namespace: model.namespace }];
    const fields = { [role]: { rules: RULES }, [binding]: { roleRef: { apiGroup: RBAC, kind: role, name: metadata.name }, subjects } };
    for (const kind of [role, binding]) {
      const id = namespace === undefined ? kind : `${kind}-${namespace}`;
      new ModelObject(scraper, id, { apiVersion: `${RBAC}/v1`, kind, metadata, isClusterScoped: of === 'Cluster' }, () => fields[kind]);
    }
  }
}

function kindsFor(of: 'Cluster' | ''): readonly [role: string, binding: string] {
  return [`${of}Role`, `${of}RoleBinding`];
}
