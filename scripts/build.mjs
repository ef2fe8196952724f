import { run } from './lib/prepare.mjs'

run('build.ts')
