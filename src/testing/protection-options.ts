/** What is known of who asks for a password. */
export interface ProtectionOptions {
  /**
   * The ingress controller that serves the routes, as IngressController.byName() knows it: `ingress-nginx`, `traefik`, `haproxy`,
   * `f5-nginx`, `haproxy-ingress` or `kong`. Each ignores the annotations of the others, and serves without a password then.
   *
   * @default - the one that the rendered IngressClass names; where none is rendered, the one whose annotations ask for a password
   */
  readonly controller?: string;
}
