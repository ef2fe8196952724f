// `npm run dev`: Astro serves the site with hot reload on 4321 and passes the account server's paths
// on to it. A change in server/ or protocol/ restarts that server; one in widget/ or protocol/ also
// builds the element anew, and open pages reload.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, watch, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { site } from '../src/site.ts'
import { buildElement } from './build-element.ts'
import { hostPageOrigins, startHostPage } from './host-page.ts'
import { expectFree } from './lib/ports.ts'
import { root } from './lib/prepare.mjs'

const SITE_PORT = Number(process.env.PORT ?? 4321)
const API_PORT = Number(process.env.API_PORT ?? 4320)
const HOST_PAGE_PORT = Number(process.env.HOST_PAGE_PORT ?? 4322)
/** Editors write a file in several steps; this long without another change counts as done. */
const QUIET_MS = 60
const READY_MS = 10_000
const POLL_MS = 50

const origin = `http://localhost:${SITE_PORT}`
/** Apart from what was built for people, so that a site fits its element. */
const distDir = path.join(root, '.cache/dev')
const outDir = path.join(distDir, 'element')
/** Written when pages should be loaded again. */
const reloadSignal = path.join(root, '.cache/dev-reload')

// Astro would take another port than the one that is printed.
await expectFree({ PORT: SITE_PORT, API_PORT, HOST_PAGE_PORT }).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
mkdirSync(path.dirname(reloadSignal), { recursive: true })
writeFileSync(reloadSignal, '')
await buildElement({ outDir })
let api = startApi()
let work = Promise.resolve()
// With force: heads of texts are read anew, by the code that is there now.
const astro = run(
  ['node_modules/astro/bin/astro.mjs', 'dev', '--force', '--port', String(SITE_PORT)],
  {
    SITE_URL: process.env.SITE_URL || origin,
    PASSPORT_API: `http://localhost:${API_PORT}`,
    PASSPORT_ELEMENT: outDir,
    ASTRO_DEV_BACKGROUND: '0',
    PASSPORT_RELOAD: reloadSignal,
  },
)
astro.on('exit', (code) => stop(code ?? 1))
const hostPage = await startHostPage(HOST_PAGE_PORT, origin)
console.log(`
  Site ${origin}   A foreign page http://localhost:${HOST_PAGE_PORT}   Mailbox ${origin}/dev/mailbox
`)

onChange(['widget', 'protocol'], async () => {
  await buildElement({ outDir })
  await restartApi()
})
onChange(['server'], restartApi)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))

function onChange(folders: readonly string[], react: () => Promise<void>): void {
  let changes = 0
  for (const folder of folders) {
    watch(path.join(root, folder), { recursive: true }, () => {
      void settle(++changes)
    })
  }

  async function settle(change: number): Promise<void> {
    await setTimeout(QUIET_MS)
    if (change !== changes) return
    // One after another; a mistake in the source is shown and waited out, the last good build stays.
    work = work
      .then(react)
      .catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
  }
}

function startApi(): ChildProcess {
  return run(['server/main.ts'], {
    PORT: String(API_PORT),
    PUBLIC_ORIGIN: origin,
    DIST_DIR: distDir,
    LOG_LEVEL: 'warn',
    APPEAL_URL: process.env.APPEAL_URL ?? `mailto:${site.contact.support}`,
    HOST_PAGE_ORIGINS: process.env.HOST_PAGE_ORIGINS ?? hostPageOrigins(HOST_PAGE_PORT),
  })
}

/** Throws when the new server ends or is not ready in time; open pages then stay as they are. */
async function restartApi(): Promise<void> {
  // A mistake in the source may have ended it already.
  if (api.exitCode === null) {
    api.kill('SIGTERM')
    await once(api, 'exit')
  }
  api = startApi()
  for (const end = Date.now() + READY_MS; Date.now() < end; await setTimeout(POLL_MS)) {
    if (api.exitCode !== null) {
      throw new Error(
        'The account server does not start; the reason is above. Waiting for a change.',
      )
    }
    const answer = await fetch(`http://localhost:${API_PORT}/readyz`).catch(() => undefined)
    if (answer?.ok === true) {
      writeFileSync(reloadSignal, String(Date.now()))
      return
    }
  }
  throw new Error(
    `The account server is not ready after ${READY_MS / 1000} seconds. Open pages stay as they are.`,
  )
}

function run(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
  })
}

function stop(code: number): void {
  for (const child of [api, astro]) {
    child.removeAllListeners('exit')
    child.kill('SIGTERM')
  }
  hostPage.close()
  process.exit(code)
}
