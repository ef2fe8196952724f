import { run } from './lib/prepare.mjs'

run('new.ts')
