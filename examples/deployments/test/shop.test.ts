import { ManifestPolicies } from 'cdk8s-oam';
import { Manifests } from 'cdk8s-oam/testing';
import { addEnvironment } from '../environments';
import { SETTINGS } from '../settings';

describe.each(SETTINGS)('shop in $name', (settings) => {
  const manifests = Manifests.ofApp(addEnvironment(settings));

  test('requests for its host reach its pods over HTTPS', () => {
    expect(manifests.isReachable(`https://${settings.host}/`).service).toBe('web');
  });

  test('its metrics are scraped', () => {
    manifests.isScraped({ kind: 'Deployment', name: 'web' }, { port: 9090, path: '/metrics' });
  });

  test('every object that another one needs is there', () => {
    manifests.referencesResolve();
  });

  test('no password is in a manifest', () => {
    manifests.hasNoSecrets();
  });

  test('its containers request resources, and have a version', () => {
    manifests.obeys([ManifestPolicies.containerRequests(), ManifestPolicies.noLatestTag()]);
  });
});
