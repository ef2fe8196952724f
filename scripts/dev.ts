// `npm run dev`: Astro serves the site with hot reload on 4321 and passes the account server's paths
// on to it. A change in server/ or protocol/ restarts that server; one in widget/ or protocol/ also
// builds the element anew, and open pages reload.
import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { buildElement } from './build-element.ts'
import { startHostPage } from './host-page.ts'
import { root } from './lib/prepare.mjs'

const SITE_PORT = Number(process.env.PORT ?? 4321)
const API_PORT = Number(process.env.API_PORT ?? 4320)
const HOST_PAGE_PORT = Number(process.env.HOST_PAGE_PORT ?? 4322)
/** Editors write a file in several steps; this long without another change counts as done. */
const QUIET_MS = 60

const origin = `http://localhost:${SITE_PORT}`
const outDir = path.join(root, 'dist/element')

await buildElement({ outDir })
let api = startApi()
const site = run(['node_modules/astro/bin/astro.mjs', 'dev', '--port', String(SITE_PORT)], {
  PASSPORT_API: `http://localhost:${API_PORT}`,
  ASTRO_DEV_BACKGROUND: '0',
})
site.on('exit', (code) => stop(code ?? 1))
const hostPage = await startHostPage(HOST_PAGE_PORT, origin)
console.log(`
  Site ${origin}   A foreign page http://localhost:${HOST_PAGE_PORT}   Mailbox ${origin}/dev/mailbox
`)

onChange(['widget', 'protocol'], async () => {
  await buildElement({ outDir })
  restartApi()
})
onChange(['server'], async () => restartApi())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))

function onChange(folders: readonly string[], react: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined
  for (const folder of folders) {
    watch(path.join(root, folder), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        // A mistake in the source is shown and waited out; the last good build stays.
        react().catch((error: unknown) =>
          console.error(error instanceof Error ? error.message : error),
        )
      }, QUIET_MS)
    })
  }
}

function startApi(): ChildProcess {
  return run(['server/main.ts'], {
    PORT: String(API_PORT),
    PUBLIC_ORIGIN: origin,
    LOG_LEVEL: 'warn',
  })
}

function restartApi(): void {
  const old = api
  const again = (): void => {
    api = startApi()
  }
  // A mistake in the source may have ended it already.
  if (old.exitCode !== null) return again()
  old.once('exit', again)
  old.kill('SIGTERM')
}

function run(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
  })
}

function stop(code: number): void {
  for (const child of [api, site]) {
    child.removeAllListeners('exit')
    child.kill('SIGTERM')
  }
  hostPage.close()
  process.exit(code)
}
