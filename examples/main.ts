import './hello-helidon/main';
