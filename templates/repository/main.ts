import { addEnvironment, environments } from './environments';
import { SETTINGS } from './settings';

for (const settings of SETTINGS) addEnvironment(settings);
environments.synth();
