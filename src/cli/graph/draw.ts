import { drawBindings } from './bindings';
import { Picture, GraphBuilder } from './model';
import { drawRoutes } from './routes';
import { drawScrapes, drawVerdicts } from './scrapes';
import { drawSecrets } from './secrets';
import { oamObject } from '../../manifest/model/oam-object';
import { ManifestDocument, ManifestError } from '../../manifest/reading';
import { makesPods } from '../../network/ends';
import { OAM_API_VERSION, TypedManifest } from '../../private/oam-kind';
import type { Verdict } from '../../verify/judge';
import { oamObjects } from '../../verify/oam-components';

/** The manifests of one environment, or all manifests if there are no environments. */
export interface DrawnManifests {
  readonly environment?: string;
  readonly documents: readonly ManifestDocument[];
}

/**
 * Draws manifests: components and their bindings, routes, scrapes, and Secrets. Draws each environment separately.
 *
 * @throws ManifestError if it is unclear what an OAM object declares
 */
export function draw(parts: readonly DrawnManifests[], verdicts?: readonly Verdict[]): Picture {
  const findings = parts.flatMap(({ documents }) => oamObjects(documents).flatMap(object => object.findings()));
  if (findings.length > 0) throw new ManifestError(findings);
  const graphs = parts.map(part => drawPart(part, verdicts));
  return { nodes: graphs.flatMap(({ nodes }) => nodes), edges: graphs.flatMap(({ edges }) => edges) };
}

function drawPart({ environment, documents }: DrawnManifests, verdicts: readonly Verdict[] | undefined): Picture {
  const builder = new GraphBuilder(environment);
  const objects = documents.map(objectOf);
  const bound = drawBindings(builder, objects);
  drawRoutes(builder, objects);
  for (const object of objects.filter(makesPods)) builder.object(object, 'workload');
  const scrapers = drawScrapes(builder, objects, bound);
  drawSecrets(builder, objects, bound, scrapers);
  if (verdicts) drawVerdicts(builder, verdicts);
  return builder.build(verdicts !== undefined);
}

/** The object of a document; an OAM object as it is in each of its clusters. */
function objectOf(document: ManifestDocument): TypedManifest {
  const oam = oamObject(document);
  if (!oam) return document.value;
  const { kind, metadata, spec } = oam;
  return { apiVersion: OAM_API_VERSION, kind, metadata, spec } as object as TypedManifest;
}
