module cdk8s-oam/traefik

go 1.26.0

require github.com/traefik/traefik/v3 v3.7.13

// as in Traefik's own go.mod: an older version of the first, since no proxy serves the newer one, and the third as far as it is used
replace (
	github.com/abbot/go-http-auth => github.com/containous/go-http-auth v0.4.1-0.20200324110947-a37a7636d23e
	github.com/gorilla/mux => github.com/containous/mux v0.0.0-20250523120546-41b6ec3aed59
	github.com/traefik/traefik/dynamic/ext => ./ext
)

// a copy without the DNS providers, of which no proxy serves all modules; build-tools/traefik.ts makes it
replace github.com/go-acme/lego/v5 => ./lego

exclude github.com/tencentcloud/tencentcloud-sdk-go v3.0.83+incompatible
