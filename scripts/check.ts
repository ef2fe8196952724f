// `npm run check`: all that can be said about the code without running it. Runs side by side. Names of
// checks run these alone, `--changed` those that the files changed since `main` are worth.
import { spawn } from 'node:child_process'
import process from 'node:process'
import { changedFiles, checks, checksOf, type Check } from './lib/checks.ts'
import { root } from './lib/prepare.mjs'

const requested = process.argv.slice(2)
const isChanged = requested.includes('--changed')
const possible = isChanged ? checksOf(changedFiles()) : checks
const names = requested.filter((name) => name !== '--changed')
const unknown = names.filter((name) => checks.every((check) => check.name !== name))
if (unknown.length > 0) {
  const known = checks.map(({ name }) => name).join(', ')
  throw new Error(`there is no check named ${unknown.join(', ')}; there are: ${known}`)
}
const chosen = names.length === 0 ? possible : possible.filter(({ name }) => names.includes(name))
const queue = [...chosen]
let failed = 0

// Two cores: two checks at a time.
await Promise.all([work(), work()])
if (isChanged) console.log('\nOnly for what changed; dead code and sizes need the whole check.')
console.log(`\n${chosen.length - failed} checks passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function work(): Promise<void> {
  for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
    const started = performance.now()
    const { code, output } = await runCheck(check)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${code === 0 ? '✓' : '✗'} ${check.name} (${seconds} s)`)
    // Checks whose tools npm cannot install.
    for (const line of output.match(/^not checked: .*$/gm) ?? []) console.log(line)
    if (code !== 0) {
      failed += 1
      console.log(output)
    }
  }
}

function runCheck({ args, places = [] }: Check): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [...args, ...places], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', FORCE_COLOR: '0' },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('exit', (code) => resolve({ code: code ?? 1, output }))
  })
}
