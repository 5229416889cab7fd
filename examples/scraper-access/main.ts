// the same Prometheus behind each controller, every time with other credentials and another certificate
import './envoy-gateway';
import './f5-nginx';
import './haproxy';
import './haproxy-ingress';
import './ingress-nginx';
import './kong';
import './nginx-gateway-fabric';
import './traefik';
