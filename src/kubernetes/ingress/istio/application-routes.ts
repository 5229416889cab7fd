import { IstioRoute, RoutedTrait, stickyService } from './routed-trait';
import { ApplicationModel } from '../../../platform/model';
import { grouped } from '../../../private/grouped';
import { FoundService } from '../../services';
import { Cookie } from '../cookies';
import { comparePaths } from '../paths';
import { Rule } from '../rule';

/** Everything that an application declares about its hosts. */
export class ApplicationRoutes {
  /** The routes of each host, in order of precedence. */
  public readonly byHost: ReadonlyMap<string, readonly IstioRoute[]>;
  /** The Secret of each host with TLS. */
  public readonly secrets: ReadonlyMap<string, string | undefined>;
  /** The cookie of each Service that has one. */
  public readonly cookies: ReadonlyMap<string, Cookie>;
  /** The pods that each known Service leads to. */
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

  /** The other routes whose requests are answered by the same pods at the same port. */
  public besides(route: IstioRoute): readonly IstioRoute[] {
    const isThere = (each: IstioRoute, { pods, port }: RouteEnd) => this.placesOf(each).some(place =>
      place.pods === pods && (place.port === port || place.port === undefined || port === undefined));
    return this.placesOf(route)
      .flatMap(place => (this.byPods.get(place.pods) ?? []).filter(each => each !== route && isThere(each, place)));
  }

  /** The pods and ports where requests of a route arrive. An unknown Service is treated as having pods of its own. */
  private placesOf({ rule: { backend: { service = '', port } } }: IstioRoute): RouteEnd[] {
    return this.services.get(service)?.map(({ pods, ports }) =>
      ({ pods, port: ports.find(({ number }) => number === port)?.containerPort })) ?? [{ pods: `Service ${service}` }];
  }
}

function cookieOf({ cookie }: Rule, service: string | undefined): [string, Cookie][] {
  return cookie && service !== undefined ? [[service, cookie]] : [];
}

/** Pods, and one of their ports if it is known. */
interface RouteEnd {
  readonly pods: string;
  readonly port?: number;
}

/** The pods of a component that a Service leads to. */
interface LeadingService {
  readonly pods: string;
  readonly ports: FoundService['ports'];
}

/** Groups Services by name. A Service may be created by one component and select the pods of others. */
function servicesOf(application: ApplicationModel, [first]: readonly RoutedTrait[]): Map<string, LeadingService[]> {
  const known = first?.context.services;
  const leads = application.bindings().flatMap(binding => (known?.reaching(binding) ?? [])
    .map(({ name, ports }) => ({ name, pods: `component ${binding.componentName}`, ports })));
  return grouped(leads, ({ name }) => [name]);
}
