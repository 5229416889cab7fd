import { IstioRoute, stickyService } from './routed-trait';
import { RoutedTraits } from './routed-traits';
import { ApplicationModel } from '../../../platform/model';
import { grouped } from '../../../private/grouped';
import { FoundService } from '../../services';
import { Cookie } from '../cookies';
import { comparePaths } from '../paths';
import { Rule } from '../rule';

/** All that an application says of its hosts. */
export class ApplicationRoutes {
  /** The routes of each host, in the order in which they are asked. */
  public readonly byHost: ReadonlyMap<string, readonly IstioRoute[]>;
  /** The Secret of each host with TLS. */
  public readonly secrets: ReadonlyMap<string, string | undefined>;
  /** The cookie of each Service that has one. */
  public readonly cookies: ReadonlyMap<string, Cookie>;
  /** Where the Services of its components lead. */
  private readonly services: ReadonlyMap<string, ComponentService>;
  private readonly byPods: ReadonlyMap<string, readonly IstioRoute[]>;

  public constructor(public readonly application: ApplicationModel, public readonly layout: RoutedTraits) {
    const { traits } = layout;
    const routes = traits.flatMap(trait => trait.routes);
    this.byHost = grouped([...routes].sort(comparePaths), ({ rule: { hosts } }) => hosts);
    this.secrets = new Map(traits.flatMap(({ rules, secret }) => rules.flatMap(({ hosts }) => hosts).map(host => [host, secret])));
    this.cookies = new Map(traits.flatMap(({ context, rules }) => rules.flatMap(rule => cookieOf(rule, stickyService(context, rule)))));
    this.services = servicesOf(application, layout);
    this.byPods = grouped(routes, route => [this.podsOf(route)]);
  }

  /** The other routes whose requests the pods of a route answer too, at the same port. */
  public besides(route: IstioRoute): readonly IstioRoute[] {
    const port = this.portOf(route);
    const isThere = (each: IstioRoute) => [undefined, port].includes(this.portOf(each)) || port === undefined;
    return (this.byPods.get(this.podsOf(route)) ?? []).filter(each => each !== route && isThere(each));
  }

  /** Two Services of one component lead to the same pods. */
  private podsOf({ rule: { backend: { service = '' } } }: IstioRoute): string {
    return this.services.get(service)?.component ?? `Service ${service}`;
  }

  /** The port of the pods, where it is known. */
  private portOf({ rule: { backend: { service = '', port } } }: IstioRoute): number | undefined {
    return this.services.get(service)?.ports.find(({ number }) => number === port)?.containerPort;
  }
}

function cookieOf({ cookie }: Rule, service: string | undefined): [string, Cookie][] {
  return cookie && service !== undefined ? [[service, cookie]] : [];
}

/** A Service of a component. */
interface ComponentService {
  readonly component: string;
  readonly ports: FoundService['ports'];
}

function servicesOf(application: ApplicationModel, { traits: [first] }: RoutedTraits): Map<string, ComponentService> {
  const own = first?.context.services;
  return new Map(application.bindings().flatMap(binding => (own?.own(binding) ?? [])
    .map(({ name, ports }) => [name, { component: `component ${binding.componentName}`, ports }])));
}
