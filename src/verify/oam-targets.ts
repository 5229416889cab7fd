import type { ScrapedTarget } from '../cluster/scraping/scrapes';
import type { Finding } from '../base/findings/finding';
import { COMPONENT, NAME, ObjectIndex } from '../cluster/objects/object-index';
import { seriesLabel } from '../cluster/scraping/relabel';
import { jobName, JobNaming } from '../model/platform/metrics';
import { kindName } from '../base/kinds/kind-of';
import type { TypedManifest } from '../base/oam-kind';
import { DeclaredComponent, checkOamObject, oamComponents } from './monitors';

export const OAM_COMPONENT = 'core.oam.dev/Component';

const KINDS: Readonly<Record<string, Parameters<typeof checkOamObject>[0]>> = {
  [OAM_COMPONENT]: 'Component', 'core.oam.dev/ApplicationConfiguration': 'ApplicationConfiguration',
};

/** Reports what is wrong with an OAM object, if that hides what it declares. */
export function againstOamObject(object: TypedManifest): Finding[] {
  const kind = KINDS[kindName(object)];
  return kind === undefined ? [] : checkOamObject(kind, object);
}

/** The components that applications bind, and where an OAM platform scrapes them. */
export function boundComponents(index: ObjectIndex): DeclaredComponent[] {
  return oamComponents(index.objects.filter(object => KINDS[kindName(object)] !== undefined).map(object => {
    const { apiVersion, kind, metadata, spec } = object;
    const own = metadata as unknown as { readonly name: string; readonly namespace?: string };
    return { apiVersion, kind, metadata: own, spec, placeOf: () => ({ file: '', line: 0 }), located: () => [], findings: () => [] };
  }));
}

/** Where an OAM platform scrapes a component. The names of its jobs depend on the platform's version. */
export function targetsOfComponent(bound: DeclaredComponent, naming?: JobNaming): ScrapedTarget[] {
  const { application, namespace, component, endpoints } = bound;
  return endpoints.map(({ port, path }, index) => {
    const job = naming && jobName(naming, { application, namespace, component, index });
    const labels = new Map<string, string | undefined>([
      [seriesLabel(NAME), application], [seriesLabel(COMPONENT), component], ['namespace', namespace], ['pod_name', undefined],
    ]);
    return { ...port === undefined ? {} : { port }, ...path === undefined ? {} : { path }, ...job === undefined ? {} : { job }, labels };
  });
}
