import { run } from './lib/prepare.mjs'

run('bench-captcha.ts')
