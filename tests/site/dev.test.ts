import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../support/free-port.ts'

const root = path.join(import.meta.dirname, '../..')

test('shows texts while developing, though a build beside it empties the list of them', async () => {
  const port = await freePort()
  // Astro leaves its pages out where it believes itself in a test.
  const env = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV)/.test(name))
  const dev = spawn(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'dev', '--port', String(port)],
    {
      cwd: root,
      stdio: 'ignore',
      env: { ...Object.fromEntries(env), ASTRO_DEV_BACKGROUND: '0', ASTRO_TELEMETRY_DISABLED: '1' },
    },
  )
  onTestFinished(() => {
    dev.kill()
  })
  const read = async (): Promise<string> => {
    const reply = await fetch(`http://localhost:${port}/blog/local-index`).catch(() => undefined)
    return (await reply?.text()) ?? ''
  }
  await expect
    .poll(read, { timeout: 50_000 })
    .toContain('Three indexes, because there are three questions')
  const before = await read()
  const list = path.join(root, '.astro/content-modules.mjs')
  const kept = readFileSync(list)
  onTestFinished(() => writeFileSync(list, kept))
  // What a build writes there, whose texts are rendered already.
  writeFileSync(list, 'export default new Map();')
  await new Promise((resolve) => {
    setTimeout(resolve, 1000)
  })
  expect(await read()).toHaveLength(before.length)
})
