import { run } from './lib/prepare.mjs'

run('check.ts')
