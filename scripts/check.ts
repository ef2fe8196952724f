// `npm run check`: all that can be said about the code without running it. Runs side by side.
import { spawn } from 'node:child_process'
import process from 'node:process'
import { root } from './lib/prepare.mjs'

interface Check {
  name: string
  args: string[]
}

/** Folders in which coined names are refused. */
const namedPlainly = ['protocol', 'puzzles', 'scripts', 'server', 'src', 'tests', 'widget']

const bin = 'node_modules'
const checks: Check[] = [
  { name: 'types', args: [`${bin}/@typescript/native/bin/tsc`, '-b'] },
  {
    name: 'astro',
    args: [`${bin}/astro/bin/astro.mjs`, 'check', '--tsconfig', 'src/tsconfig.json'],
  },
  { name: 'lint', args: [`${bin}/oxlint/bin/oxlint`, '--type-aware', '--deny-warnings'] },
  { name: 'format', args: [`${bin}/oxfmt/bin/oxfmt`, '--check'] },
  {
    name: 'format of pages',
    args: [
      `${bin}/prettier/bin/prettier.cjs`,
      '--check',
      '--cache',
      '--cache-location',
      '.cache/prettier',
      'src/**/*.astro',
    ],
  },
  { name: 'dead code', args: [`${bin}/knip/bin/knip.js`] },
  { name: 'content', args: ['scripts/check-content.ts'] },
  { name: 'house rules', args: ['scripts/check-house.ts'] },
  { name: 'import cycles', args: ['scripts/check-import-cycles.ts', 'protocol', 'server'] },
  { name: 'names', args: ['scripts/check-names.ts', ...namedPlainly] },
  { name: 'protocol document', args: ['scripts/make-protocol-doc.ts', '--check'] },
  { name: 'theme', args: ['scripts/make-theme.ts', '--check'] },
  { name: 'languages', args: ['scripts/make-languages.ts', '--check'] },
  { name: 'element document', args: ['scripts/make-element-doc.ts', '--check'] },
  { name: 'settings document', args: ['scripts/make-settings-doc.ts', '--check'] },
  { name: 'sizes', args: ['scripts/check-sizes.ts'] },
]

const requested = process.argv.slice(2)
const chosen =
  requested.length === 0 ? checks : checks.filter((check) => requested.includes(check.name))
const queue = [...chosen]
let failed = 0

// Two cores: two checks at a time.
await Promise.all([work(), work()])
console.log(`\n${chosen.length - failed} checks passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function work(): Promise<void> {
  for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
    const started = performance.now()
    const { code, output } = await runCheck(check)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${code === 0 ? '✓' : '✗'} ${check.name} (${seconds} s)`)
    if (code !== 0) {
      failed += 1
      console.log(output)
    }
  }
}

function runCheck(check: Check): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, check.args, {
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
