import { run } from './lib/prepare.mjs'

run('dev.ts')
