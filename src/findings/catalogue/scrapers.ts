import { Explanation, Name, ofWords, shown } from '../sentence';
import type { Shown } from '../shown';

/** Findings about a scraper that the program runs. */
export const SCRAPERS_CODES = {
  'invalid-prometheus': {
    cause: 'The properties of a `PrometheusScraper` conflict, or its version of Prometheus does not support them.',
    remedy: 'Set the properties as the message describes.',
    says: {
      'own-words': ofWords,
      'name': (p: { max: number; value: Shown }) =>
        [`must be lower-case letters, digits and '-', starting with a letter, at most ${p.max} characters, got ${shown(p.value)}`,
          "other names are made of it: set 'metadata.name', or a construct id that is a valid name"],
      'long-label': (p: { max: number; value: Shown }) =>
        [`must have at most ${p.max} characters together with the namespace, got ${shown(p.value)}: both are in a label of each monitor`,
          "set a shorter 'metadata.name'"],
      'old-version': (p: { version: string; value: Shown }) => [`must be ${p.version} or newer, got ${shown(p.value)}`,
        'take a newer version of Prometheus'],
      'larger-than-storage': (p: { size: Shown; value: Shown }) =>
        [`must be less than the ${shown(p.size)} of the storage, got ${shown(p.value)}: the write-ahead log needs space too`,
          'leave a fifth of the disk free'],
    },
  },
  'invalid-remote-write': {
    cause: 'Prometheus rejects the address or settings of a store.',
    remedy: 'Set the properties as the message describes.',
    says: {
      'own-words': ofWords,
      'url': ['must be a URL that begins with http:// or https://; the value is not shown, as it may hold a password',
        'write it as "https://mimir.example.com/api/v1/push"'],
      'header': ['must be a header that Prometheus does not write itself, with a value of printable ASCII characters; it is not shown',
        'leave it out'],
      'two-ways': (p: { first: string }) => [`must not be given beside '${p.first}': a request has one way to say who sends it`,
        'leave one of them out'],
    },
  },
  'partial-answers': {
    cause: 'The scraper has only part of the metrics: an agent keeps nothing, and a shard has only its own targets.',
    remedy: 'Set `queryService` to the Service of the store that the scraper writes to.',
    help: "name the Service of the store to which it sends, in 'queryService'",
    says: {
      'own-words': ofWords,
      'shards': (p: { count: number }) => `has no Service that can be asked: each of its ${p.count} shards has a part of the metrics`,
    },
  },
  'scraper-idle': {
    cause: 'A scraper has nothing to scrape (warning).',
    remedy: 'Use it in `MonitoringProvider.scraper()` of a KubernetesPlatform, and scrape a component.',
    says: ['scrapes nothing: no component is scraped by MonitoringProvider.scraper() of it',
      "give that to the KubernetesPlatform as 'metrics', and declare metrics"],
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
