import { IstioRoute, RoutedTrait } from './routed-trait';
import { ApplicationModel, TraitModel } from '../../../../model/platform/model';
import { grouped } from '../../../../base/check';
import { Cookie } from '../cookies';
import { comparePaths } from '../rule';

/** Everything that an application declares about its hosts. */
export class ApplicationRoutes {
  /** The routes of each host, in order of precedence. */
  public readonly byHost: ReadonlyMap<string, readonly IstioRoute[]>;
  /** The Secret of each host with TLS. */
  public readonly secrets: ReadonlyMap<string, string | undefined>;
  /** The cookie of each Service that has one. */
  public readonly cookies: ReadonlyMap<string, Cookie>;

  public constructor(public readonly application: ApplicationModel, public readonly traits: readonly RoutedTrait[]) {
    const routes = traits.flatMap(trait => trait.routes);
    this.byHost = grouped([...routes].sort(comparePaths), ({ rule: { hosts } }) => hosts);
    this.secrets = new Map(traits.flatMap(({ rules, secret }) => rules.flatMap(({ hosts }) => hosts).map(host => [host, secret])));
    this.cookies = new Map(traits.flatMap(({ rules }) => rules.flatMap(({ cookie, backend: { service } }) =>
      cookie && service !== undefined ? [[service, cookie] as const] : [])));
  }

  /** A trait of the application, as the provider reads it. */
  public of(declared: TraitModel): RoutedTrait {
    return this.traits.find(({ context: { trait } }) => trait === declared)!;
  }
}
