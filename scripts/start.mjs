import { run } from './lib/prepare.mjs'

run('start.ts')
