import { IstioIngressProps, IstioRequestAuthentication } from './istio-props';
import { RoutedTrait, isCertificateMade } from './routed-trait';
import { TraitModel } from '../../../platform/model';
import { grouped } from '../../../private/grouped';
import { stickyService } from '../trait-rules';

/** The objects that an application has once, whichever of its traits needs them. */
export type SharedKind = 'Gateway' | 'RedirectGateway' | 'Certificate' | 'RequestAuthentication';

type SharedObject = SharedKind | `DestinationRule ${string}`;

/** The objects that a trait renders of those that its application has once. */
interface OwnedObjects {
  readonly shared: Set<SharedObject>;
  /** The hosts of each of its VirtualServices: those that it was the first to separate from others. */
  readonly hosts: Set<string>[];
}

/**
 * Assigns the objects of an application to its traits. Objects must be known when their trait is declared, so the first trait that needs an
 * object renders it; its contents come from all traits.
 *
 * Routes have an order in one VirtualService, and none between two. So no two of them share a host: if a rule names some of the hosts of
 * another one, these get a VirtualService of their own. A wildcard has its own too, since Istio refuses it beside a host that it covers.
 */
export class RoutedTraits {
  private readonly groups = new Map<string, Set<string>>();
  private readonly taken = new Set<SharedObject>();
  private readonly owned = new Map<TraitModel, OwnedObjects>();

  public constructor(private readonly props: IstioIngressProps) {}

  public add(added: RoutedTrait): void {
    const { context: { trait }, rules } = added;
    const own: OwnedObjects = { shared: new Set(this.needs(added).filter(shared => !this.taken.has(shared))), hosts: [] };
    this.owned.set(trait, own);
    for (const shared of own.shared) this.taken.add(shared);
    for (const { hosts } of rules) {
      const parts = grouped(hosts, host => [this.groups.get(host) ?? (host.startsWith('*') ? host : '')]);
      for (const [group, some] of parts) this.group(some, typeof group === 'string' ? undefined : group, own);
    }
  }

  /** Whether a trait renders an object that the application has once. */
  public isOwner(trait: TraitModel, shared: SharedObject): boolean {
    return this.owned.get(trait)!.shared.has(shared);
  }

  /** The Services for which a trait renders a DestinationRule. */
  public stickyServices(trait: TraitModel): string[] {
    return [...this.owned.get(trait)!.shared].flatMap(shared => shared.split(' ').slice(1));
  }

  /** The hosts of the VirtualServices of a trait. */
  public hostGroups(trait: TraitModel): string[][] {
    return this.owned.get(trait)!.hosts.map(hosts => [...hosts]);
  }

  private group(hosts: readonly string[], group: Set<string> | undefined, own: OwnedObjects): void {
    if (group?.size === hosts.length) return;
    const part = new Set(hosts);
    own.hosts.push(part);
    for (const host of hosts) {
      group?.delete(host);
      this.groups.set(host, part);
    }
  }

  private needs({ context, rules, routes }: RoutedTrait): SharedObject[] {
    const isRendered = this.props.requestAuthentication === IstioRequestAuthentication.RENDERED;
    return [
      'Gateway',
      ...this.props.redirectsHttp === true ? ['RedirectGateway' as const] : [],
      ...isCertificateMade(context, this.props) ? ['Certificate' as const] : [],
      ...isRendered && routes.some(({ policy }) => policy) ? ['RequestAuthentication' as const] : [],
      ...rules.flatMap(rule => stickyService(context, rule) ?? []).map(service => `DestinationRule ${service}` as const),
    ];
  }
}
