import { IngressController, ScraperCredentials } from '../../src';
import { adapterOf } from '../../src/scraper/controllers/all';
import { access, CONTROLLERS, NAMES, PODS, refusal, SUBJECT } from '../scraper/access';
import { KNOWN_CONTROLLERS, TITLES } from '../scraper/texts';
import { rendered } from '../support/app';
import { messageOf } from '../support/message';

test.each(NAMES)('%s has its own name and title', name => {
  const controller = CONTROLLERS[name]();
  expect([controller._name, adapterOf(controller)?.title]).toEqual([name, TITLES[name]]);
});

test.each(NAMES)('%s says what to watch for, in whole sentences', name => {
  const { watchFor } = adapterOf(CONTROLLERS[name]())!;

  expect(watchFor.length).toBeGreaterThan(0);
  watchFor.forEach(sentence => expect(sentence).toMatch(/^[A-Za-z].*\.$/));
});

test('fails when another controller is to ask for a password', () => {
  expect(refusal('traefik', { controller: IngressController.other({ className: 'public', ...PODS }) })).toBe(
    `${SUBJECT} no-basic-auth: 'controller' must be a controller that is known to ask for a password, got IngressController.other(); use one of ${KNOWN_CONTROLLERS}`);
});

describe('by name', () => {
  const credentials = ScraperCredentials.existingSecret({ name: 'users', clientSecretName: 'client' });

  test('knows every controller, and no other', () => {
    expect(KNOWN_CONTROLLERS.split(', ')).toEqual(NAMES);
  });

  test.each(NAMES)('%s is what its own factory makes', name => {
    const controller = IngressController.byName(name, { className: 'public', ...PODS });
    const own = CONTROLLERS[name](name.includes('gateway') ? { gatewayClassName: 'public' } : { className: 'public' });

    expect(rendered(access(name, { controller, credentials }))).toEqual(rendered(access(name, { controller: own, credentials })));
  });

  const HTTP_PROXY = 'Contour asks its own authorization server, for its HTTPProxy only, never for an Ingress';

  test.each<[any, string]>([
    ['contour', `"contour": ${HTTP_PROXY}`],
    ['gateway-api', '"gateway-api": the Gateway API itself has no basic authentication: each implementation has its own'],
    ['istio', '"istio": Istio has none but a Wasm plugin with the password in plain text'],
    ['kgateway', '"kgateway": its basic authentication is too new, and not supported yet'],
    ['apisix', '"apisix": it is not supported yet'],
    ['nginx', '"nginx"'],
    ['Traefik', '"Traefik"'],
    ['', '""'],
    ['constructor', '"constructor"'],
    ['__proto__', '"__proto__"'],
    ['hasOwnProperty', '"hasOwnProperty"'],
    [undefined, 'nothing'],
    [null, 'null'],
    [1, '1'],
    [['traefik'], 'a list of 1'],
    [Object.create(null), 'an object'],
    [{ toString: () => 'istio' }, 'an object'],
  ])('fails when it is %p', (name, shown) => {
    expect(messageOf(() => IngressController.byName(name, { className: 'public' }))).toBe(
      "[IngressController] no-basic-auth: 'name' must be a controller that can ask for a password, "
      + `got ${shown}; use one of ${KNOWN_CONTROLLERS}`);
  });
});
