#!/usr/bin/env node
import { runPlugin } from './render/plugin';
import { settle } from './settle';

settle(runPlugin);
