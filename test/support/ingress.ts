import type { OtherProviderProps } from '../../src';

/** The factories of providers of Ingresses. */
export type IngressFactory = 'traefik' | 'nginx' | 'haproxy' | 'f5Nginx' | 'haproxyIngress' | 'kong' | 'other';

/** The properties of a provider of Ingresses, and its factory. */
export interface IngressOptions extends Partial<OtherProviderProps> {
  readonly controller?: IngressFactory;
}
