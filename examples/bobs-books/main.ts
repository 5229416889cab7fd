import { onEachPlatform } from '../platforms';
import { bobsBooks } from './books';

const [STOCK, DOMAIN] = ['1.0.0-1-20230830170835-ad1de21', '1.0.0-1-20220608153526-843e168'];

onEachPlatform(app => bobsBooks(app, {
  replicas: 2, image: name => `${name}:${/(front-end|order-manager)$/.test(name) ? DOMAIN : STOCK}`,
}));
