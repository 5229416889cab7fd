import { PROMETHEUS, READERS, renderAccess } from './scraper';
import { IngressController, ScraperAccess, ScraperCredentials, TlsCertificate } from 'cdk8s-oam';

/** Random bytes, as long as what kubeseal makes of 32 characters: nobody has the key for it. */
const CIPHERTEXT = [
  'AgCjepijdK9G4lKOu/hoYQ8x5AdJg8zi9kslS6l6TIiTgp6h65NfxFMDztHiw+QvIkrvqX+hdOJNff4idFxYoDz5xnjbWV',
  'iKBd5beCpj9cR08aNfmX2BIfSy78SHxX+QUxeFyDwZsOMbF2iFjGm8nweJRo8XHtzb/208lNbKQN1yrPGXewBPM1hfmtEK',
  'k+YY623Fj00ight0jse8MDdeuOFTQO4MrHS5QWYwImFe8R7wmHVKvPCUZR2U6WkvgRW/4Vh1hQftHQHIbd847vKTJ1NXh3',
  'yoyICNer3qO1VrJoGN9B2ys5YX/Fbw+yR6H+oqewvJTPByQjaN8vEbY4DKXuzDAU19iYsxDJFp98XzLVX8/LgbdClQbEZw',
  'yl50scnq3c6kSJUfw5SxCJyVLMNHmaQkWDCIWERGUS0xbtaOgwohsjh5ex5lF498FCemtG9cd4sFCpt2NerPwUkuHd4/+a',
  'pC+YXOUZEgU0V7c3habIubef3QSiiLgz5uxEFM/Q7V63XuhGgy8IeC0K5BQ5TuVNBS4JOOVS2Ny7C8+yCHm01X7woIrB2E',
  '3P9XqWoZLhi6/jjlm4ADapFf0pi16xUpYedPAbZxNMM/Z6tjXM5xCJkb/wfgbUaAt7z6S9qVR1gDSHDRQRG+ZABySa8XKR',
  'FdeGqhQLnIHMV5CIbLcOPDJd2k9nqz8PWr7cZzuzZU9PGqJAwRg08NO2tHKP0nJP3q58XELjHB04FdL2fkAQoeaI+y4A==',
].join('');

renderAccess('f5-nginx', chart => {
  new ScraperAccess(chart, 'prometheus', {
    host: 'metrics.example.com',
    // Prometheus runs with --web.external-url=https://metrics.example.com/prometheus
    path: '/prometheus',
    service: PROMETHEUS,
    controller: IngressController.f5Nginx({
      namespace: 'nginx-ingress',
      podLabels: { 'app.kubernetes.io/name': 'nginx-ingress' },
    }),
    // made for the Secret `prometheus-credentials` in `monitoring`, and for no other; what NGINX reads is made of it in the cluster
    credentials: ScraperCredentials.sealedSecret({ encryptedData: { password: CIPHERTEXT } }),
    tls: TlsCertificate.secret('metrics-tls'),
    allowFrom: [...READERS],
    realm: 'Metrics of the cluster',
  });
});
