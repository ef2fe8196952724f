import { execFileSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'

const START_MS = 60_000
const root = path.join(import.meta.dirname, '../..')

// Says what a server loads before it answers its first call.
const program = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  await import('./server/start.ts')
  console.log(JSON.stringify(loaded))
`

test('does not load rarely used modules at start', { timeout: START_MS }, () => {
  const text = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
  })
  const loaded = JSON.parse(text) as string[]
  expect(loaded.some((url) => url.includes('/node_modules/fastify/'))).toBe(true)
  const late = /\/node_modules\/(?:sharp|nodemailer|prom-client)\/|\/captcha\/modes\/modes\.ts$/
  expect(loaded.filter((url) => late.test(url))).toEqual([])
})
