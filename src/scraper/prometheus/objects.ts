import { ScraperModel, ScraperObject, WEB_PORT } from './model';

type PodLabels = Readonly<Record<string, string>>;

/** Whether a Service of the scraper returns complete answers. */
export function isWhole({ given: { agent, shards = 1 } }: ScraperModel): boolean {
  return !agent && shards === 1;
}

/** The objects around the scraper itself. Applied in order, the scraper is protected before it runs. */
export function aroundScraper(model: ScraperModel, podLabels: PodLabels): ScraperObject[] {
  const { account, insecureWithoutNetworkPolicy: isOpen } = model.given;
  return [
    ...account ? [] : [serviceAccount(model)],
    ...isOpen ? [] : [networkPolicy(model, podLabels)],
    ...isWhole(model) ? [service(model, podLabels)] : [],
  ];
}

function serviceAccount({ namespace, name, given }: ScraperModel): ScraperObject {
  const metadata = { namespace, name, annotations: given.accountAnnotations };
  return { id: 'ServiceAccount', apiVersion: 'v1', kind: 'ServiceAccount', metadata, fields: () => ({}) };
}

/** Restricts who reaches the port: Prometheus asks for no password, so whoever reaches it reads everything. */
function networkPolicy({ namespace, name, given: { allowFrom = [] } }: ScraperModel, matchLabels: PodLabels): ScraperObject {
  const spec = {
    podSelector: { matchLabels },
    policyTypes: ['Ingress'],
    // the API server does not keep an empty list
    ingress: allowFrom.length > 0 ? allowFrom.map(peer => peer._rule(namespace, WEB_PORT)) : undefined,
  };
  const metadata = { namespace, name: `${name}-scraper` };
  return { id: 'NetworkPolicy', apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata, fields: () => ({ spec }) };
}

/** Replicas scrape independently. Session affinity sends the repeated queries of a client to the same replica. */
function service({ namespace, name, given: { replicas = 1 } }: ScraperModel, selector: PodLabels): ScraperObject {
  const spec = {
    selector,
    ports: [{ name: 'web', port: WEB_PORT, targetPort: WEB_PORT, protocol: 'TCP' }],
    sessionAffinity: replicas > 1 ? 'ClientIP' : undefined,
  };
  return { id: 'Service', apiVersion: 'v1', kind: 'Service', metadata: { namespace, name }, fields: () => ({ spec }) };
}
