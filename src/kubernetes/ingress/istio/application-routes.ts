import { IstioRoute, RoutedTrait, stickyService } from './routed-trait';
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
  /** Where each Service leads that is known. */
  private readonly services: ReadonlyMap<string, readonly LeadingService[]>;
  private readonly byPods: ReadonlyMap<string, readonly IstioRoute[]>;

  public constructor(public readonly application: ApplicationModel, public readonly traits: readonly RoutedTrait[]) {
    const routes = traits.flatMap(trait => trait.routes);
    this.byHost = grouped([...routes].sort(comparePaths), ({ rule: { hosts } }) => hosts);
    this.secrets = new Map(traits.flatMap(({ rules, secret }) => rules.flatMap(({ hosts }) => hosts).map(host => [host, secret])));
    this.cookies = new Map(traits.flatMap(({ context, rules }) => rules.flatMap(rule => cookieOf(rule, stickyService(context, rule)))));
    this.services = servicesOf(application, traits);
    this.byPods = grouped(routes, route => this.placesOf(route).map(({ pods }) => pods));
  }

  /** The other routes whose requests the pods of a route answer too, at the same port. */
  public besides(route: IstioRoute): readonly IstioRoute[] {
    const isThere = (each: IstioRoute, { pods, port }: RouteEnd) => this.placesOf(each).some(place =>
      place.pods === pods && (place.port === port || place.port === undefined || port === undefined));
    return this.placesOf(route)
      .flatMap(place => (this.byPods.get(place.pods) ?? []).filter(each => each !== route && isThere(each, place)));
  }

  /** Where the requests of a route arrive. A Service that is not known has pods of its own. */
  private placesOf({ rule: { backend: { service = '', port } } }: IstioRoute): RouteEnd[] {
    return this.services.get(service)?.map(({ pods, ports }) =>
      ({ pods, port: ports.find(({ number }) => number === port)?.containerPort })) ?? [{ pods: `Service ${service}` }];
  }
}

function cookieOf({ cookie }: Rule, service: string | undefined): [string, Cookie][] {
  return cookie && service !== undefined ? [[service, cookie]] : [];
}

/** Pods, and a port of theirs where it is known. */
interface RouteEnd {
  readonly pods: string;
  readonly port?: number;
}

/** The pods of a component to which a Service leads. */
interface LeadingService {
  readonly pods: string;
  readonly ports: FoundService['ports'];
}

/** By the name of a Service. One may be made by one component, and select the pods of others. */
function servicesOf(application: ApplicationModel, [first]: readonly RoutedTrait[]): Map<string, LeadingService[]> {
  const known = first?.context.services;
  const leads = application.bindings().flatMap(binding => (known?.reaching(binding) ?? [])
    .map(({ name, ports }) => ({ name, pods: `component ${binding.componentName}`, ports })));
  return grouped(leads, ({ name }) => [name]);
}
