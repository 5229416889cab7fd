#!/usr/bin/env node
import { settle } from './exit';
import { run } from './program';

settle(run);
