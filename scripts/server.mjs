import { run } from './lib/prepare.mjs'

run('../server/main.ts')
