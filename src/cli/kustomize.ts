#!/usr/bin/env node
import { settle } from './exit';
import { runPlugin } from './render/krm-function';

settle(runPlugin);
