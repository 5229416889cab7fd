#!/usr/bin/env node
import { settle } from './output';
import { run } from './program';

settle(run);
