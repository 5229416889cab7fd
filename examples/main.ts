// every application, each into the manifests of its own charts; readme/ is left out: it is the first program of the README
import './bobs-books/main';
import './gateway-api/main';
import './hello-helidon/main';
import './istio/main';
import './kube-prometheus-stack/main';
import './online-boutique/main';
import './podinfo/main';
import './scraper/main';
import './scraper-access/main';
import './shop/main';
import './sock-shop/main';
import './voting-app/main';
