import { Explanation, Name, ofWords, shown } from '../sentence';

/** Findings about a scraper that the program runs. */
export const SCRAPERS_CODES = {
  'partial-answers': {
    cause: 'The scraper has only part of the metrics: an agent keeps nothing, and a shard has only its own targets.',
    remedy: 'Set `queryService` to the Service of the store that the scraper writes to.',
    help: "name the Service of the store to which it sends, in 'queryService'",
    says: {
      'own-words': ofWords,
      'shards': (p: { count: number }) => `has no Service that can be asked: each of its ${p.count} shards has a part of the metrics`,
    },
  },
  'scraper-rights': {
    cause: 'The ServiceAccount of a scraper may not list and watch the pods of a scraped namespace.',
    remedy: 'Grant the rights and add the namespace to `account.namespaces`, or omit `account` to render them.',
    says: (p: { namespace: Name; component: Name; name: Name }) =>
      [`may not list the pods of namespace ${shown(p.namespace)}, in which component ${shown(p.component)} is scraped: `
        + `'account.namespaces' of ServiceAccount ${shown(p.name)} does not name it`,
      "have the rights granted and add the namespace, or leave 'account' out to have them rendered"],
  },
  'scraper-storage': {
    cause: 'A scraper has neither a volume nor a store, so its samples are lost with the pod (warning).',
    remedy: 'Set `storage` or `remoteWrite`.',
    says: ['keeps what it scrapes in the memory and the disk of its pod alone, and loses it with the pod',
      "give 'storage' or 'remoteWrite'"],
  },
} as const satisfies Record<string, Explanation>;
