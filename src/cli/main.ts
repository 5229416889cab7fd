#!/usr/bin/env node
import { run } from './program';
import { settle } from './settle';

settle(run);
