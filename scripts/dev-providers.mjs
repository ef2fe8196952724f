import { run } from './lib/prepare.mjs'

run('dev-providers.ts')
