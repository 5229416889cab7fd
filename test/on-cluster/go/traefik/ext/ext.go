// Package ext has the two types by which another edition of Traefik extends its own. That package is in no module that a proxy serves.
package ext

// HTTP extends the configuration of HTTP by nothing.
type HTTP struct{}

// Router extends a router by nothing.
type Router struct{}
