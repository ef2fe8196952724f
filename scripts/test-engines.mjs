import { run } from './lib/prepare.mjs'

run('test-engines.ts')
