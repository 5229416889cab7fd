import { App, Chart } from 'cdk8s';
import { coherence } from './coherence';
import { stockApplication } from './helidon';
import { exampleImage } from './images';
import { mysql } from './mysql';
import { bobbysFrontEnd, bobsBookstore, bobsBookstoreModel, managedServers } from './weblogic';
import {
  ApplicationConfiguration, ComponentBinding, IngressDestination, IngressPathType, IngressTrait, ManualScalerTrait, MetricsTrait,
} from 'cdk8s-oam';

const bookstore = managedServers('bobs-bookstore');
const backend = [
  { name: 'BACKEND_PORT', value: `${bookstore.port}` },
  { name: 'BACKEND_HOSTNAME', value: bookstore.host },
];

function route(binding: ComponentBinding, paths: string[], destination?: IngressDestination): void {
  new IngressTrait(binding, 'ingress', {
    rules: [{ paths: paths.map(path => ({ path, pathType: IngressPathType.PREFIX })), destination }],
  });
}

/** What differs from place to place. */
export interface BooksSettings {
  /** How many pods Robert's shop has, and the cache behind it. */
  readonly replicas: number;
  /** An image of the application, by its name without a tag. */
  readonly image: (name: string) => string;
}

export function bobsBooks(app: App, { replicas, image: versioned }: BooksSettings): void {
  const image = (name: string) => versioned(exampleImage(name));
  const chart = new Chart(app, 'bobs-books', { namespace: 'bobs-books' });
  const books = new ApplicationConfiguration(chart, 'bobs-books', {
    metadata: { annotations: { version: 'v1.0.0', description: "Bob's Books" } },
  });

  // Robert's and Bobby's shops, each with a cache of its own
  const robert = books.addComponent(stockApplication(chart, 'robert-helidon', {
    name: 'robert-helidon',
    container: 'robert-helidon-stock-application',
    image: image('roberts-helidon-stock-application'),
    cluster: 'roberts-coherence',
  }));
  new ManualScalerTrait(robert, 'scaler', { replicaCount: replicas });
  route(robert, ['/']);

  books.addComponent(coherence(chart, 'robert-coh', {
    name: 'roberts-coherence', image: image('roberts-coherence'), label: 'robert-coh', replicas, env: backend,
  }));
  books.addComponent(coherence(chart, 'bobby-coh', {
    name: 'bobbys-coherence', image: image('bobbys-coherence'), label: 'bobbys-coh', replicas: 1,
  }));
  books.addComponent(stockApplication(chart, 'bobby-helidon', {
    name: 'bobbys-helidon-stock-application',
    container: 'bobbys-helidon-stock-application',
    image: image('bobbys-helidon-stock-application'),
    cluster: 'bobbys-coherence',
    env: backend,
  }));
  route(books.addComponent(bobbysFrontEnd(chart, image('bobbys-front-end'))), ['/bobbys-front-end'], managedServers('bobbys-front-end'));

  // Bob's bookstore, which takes their orders
  const orders = books.addComponent(bobsBookstore(chart, image('bobs-books-order-manager')));
  route(orders, ['/bobs-bookstore-order-manager/orders', '/bobs-bookstore-order-manager/books'], bookstore);
  books.addComponent(bobsBookstoreModel(chart));
  const [database] = mysql(chart).map(component => books.addComponent(component));
  new MetricsTrait(database, 'metrics', { enabled: false });
}
