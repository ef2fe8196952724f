// `npm run dev`: Astro serves the site and the element's source with hot reload on 4321 and passes
// the account server's paths on to a server that restarts when its source changes.
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { build } from './build.ts'
import { startHostPage } from './host-page.ts'
import { root } from './lib/prepare.mjs'

const SITE_PORT = 4321
const API_PORT = 4320
const HOST_PAGE_PORT = 4322

await build((line) => console.log(line))
const origin = `http://localhost:${SITE_PORT}`
const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DEV_BACKGROUND: '0' }
const children = [
  run(['--watch', '--watch-preserve-output', 'server/main.ts'], {
    ...env,
    PORT: String(API_PORT),
    PUBLIC_ORIGIN: origin,
  }),
  run(['node_modules/astro/bin/astro.mjs', 'dev', '--port', String(SITE_PORT)], {
    ...env,
    PASSPORT_API: `http://localhost:${API_PORT}`,
  }),
]
const hostPage = await startHostPage(HOST_PAGE_PORT, origin)
console.log(
  `\n  Site ${origin}   A foreign page http://localhost:${HOST_PAGE_PORT}   Mailbox ${origin}/dev/mailbox\n`,
)

for (const child of children) child.on('exit', (code) => stop(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))

function run(args: string[], environment: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: path.resolve(root),
    stdio: 'inherit',
    env: environment,
  })
}

function stop(code: number): void {
  for (const child of children) child.kill('SIGTERM')
  hostPage.close()
  hostPage.closeAllConnections()
  process.exitCode = code
}
