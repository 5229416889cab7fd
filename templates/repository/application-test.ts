import { equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManifestPolicies } from 'cdk8s-oam';
import { Manifests } from 'cdk8s-oam/testing';
import { addEnvironment } from '../environments';
import { SETTINGS } from '../settings';

for (const settings of SETTINGS) {
  const manifests = Manifests.ofApp(addEnvironment(settings));

  describe(`{{name}} in ${settings.name}`, () => {
    test('requests for its host reach its pods over HTTPS', () => {
      equal(manifests.isReachable(`https://${settings.host}/`).service, 'web');
    });

    test('its metrics are scraped', () => {
      manifests.isScraped({ kind: 'Deployment', name: 'web' }, { port: {{metricsPort}}, path: {{metricsPath}} });
    });

    test('no password is in a manifest', () => {
      manifests.hasNoSecrets();
    });

    test('its containers request resources, and have a version', () => {
      manifests.obeys([ManifestPolicies.containerRequests(), ManifestPolicies.noLatestTag()]);
    });
  });
}
