import { run } from './lib/prepare.mjs'

run('cms.ts')
