import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { draw, type Drawn } from '@passport/puzzles'
import { isKindName } from '#protocol/captcha/kind-codes.ts'
import type { KindName } from '#protocol/captcha/kind-codes.ts'
import { createApp } from '../../../server/app.ts'
import type { Pool } from '../../../server/captcha/pool.ts'
import { defaultWork } from '../../../server/captcha/proof-of-work.ts'
import { readConfig } from '../../../server/config/config.ts'
import { hashSiteSecret } from '../../../server/operators/app-secrets.ts'
import { createLog } from '../../../server/lib/log.ts'
import { openMigratedDatabase } from '../../../server/store/open-database.ts'
import { loadSecrets } from '../../../server/config/secrets.ts'
import { freePort } from '../../support/free-port.ts'

interface AccountServer {
  name: string
  serve(context: { url: string }): Promise<{ body: string; type: string } | undefined>
  serverStop(): Promise<void>
}

/** Password of everybody whom a test has made. */
const PASSWORD = 'seven quiet otters'
const HASH_WAIT_MS = 10_000
/** Of full size, but few: the machine runs many browsers at once. */
const fewKeys = {
  ...defaultWork,
  alone: { 0: 2, 1: 4, 2: 8 },
  withPicture: { 0: 1, 1: 1, 2: 2 },
}
const SITE_SECRET = `1002.${'s'.repeat(43)}`

/** Draws the kind that a test wants next, and remembers its answer, which no browser can know. */
function createWatchedPool(): { pool: Pool; want(kind: KindName): void; answer(): unknown } {
  let requestedKind: KindName | undefined
  let last: Drawn | undefined
  return {
    want(kind) {
      requestedKind = kind
    },
    answer: () => last?.solution,
    pool: {
      async take(order) {
        last = await draw(requestedKind ?? order.kind, order)
        return last
      },
      close: () => Promise.resolve(),
    },
  }
}

/**
 * Runs a real account server beside the tests, whose pages are a foreign origin to it. Tests learn
 * its origin from `/account-server.json` and what it mailed from `/mailed?to=`. `/captcha?want=`
 * chooses the kind of further puzzles and answers what solves the last one; `/site?response=` is the
 * server of a site that has a form; `/person?email=` makes an account, with `unproved` for an address that nobody has proved,
 * `/end-sessions?email=` signs it out; `/link?token=` presses the button behind a mailed link.
 */
export async function accountServer(
  testOrigins: readonly string[],
  dist: string,
): Promise<AccountServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-element-'))
  const config = readConfig({
    PORT: String(await freePort()),
    DATA_DIR: folder,
    DIST_DIR: dist,
    HOST_PAGE_ORIGINS: testOrigins.join(),
    LOG_LEVEL: 'silent',
    // With a picture from the first, of the kind that a test wants.
    CAPTCHA_LEVEL: '1',
    HASH_MEMORY_KIB: '8',
  })
  const puzzles = createWatchedPool()
  const server = await createApp({
    config,
    database: await openMigratedDatabase(config, Date.now),
    secrets: loadSecrets(config),
    clock: Date.now,
    log: createLog('silent'),
    pool: puzzles.pool,
    captchaWork: fewKeys,
  })
  await server.listen(config.HOST, config.PORT)
  const { mailbox, registeredApps: apps } = server.services
  for (const app of await apps.all()) {
    if (app.aid !== 1002) continue
    await apps.update({
      ...app,
      settings: { ...app.settings, captcha_secret: hashSiteSecret(SITE_SECRET) },
    })
  }
  // Applications are kept in memory for a while.
  await server.services.apps.start()
  return {
    name: 'account-server',
    async serve({ url }) {
      const { pathname, searchParams } = new URL(url, testOrigins[0])
      if (pathname === '/account-server.json') {
        return { body: JSON.stringify({ origin: config.PUBLIC_ORIGIN }), type: 'json' }
      }
      if (pathname === '/captcha') {
        const wanted = searchParams.get('want') ?? ''
        if (isKindName(wanted)) puzzles.want(wanted)
        return { body: JSON.stringify(puzzles.answer() ?? {}), type: 'json' }
      }
      if (pathname === '/person') {
        const { passwords, transaction } = server.services
        const email = searchParams.get('email') ?? ''
        const passwordHash = await passwords.hash(PASSWORD, AbortSignal.timeout(HASH_WAIT_MS))
        const recipient = { channel: 'email', address: email } as const
        const person = { name: 'Ann Example', passwordHash, locale: 'en', aid: 1002 }
        await transaction((tx) =>
          searchParams.has('unproved')
            ? tx.accounts.createUnproved({ ...person, email, username: undefined })
            : tx.accounts.create({ ...person, recipient }),
        )
        return { body: JSON.stringify({ password: PASSWORD }), type: 'json' }
      }
      if (pathname === '/end-sessions') {
        const { accounts, sessions } = server.services
        const address = searchParams.get('email') ?? ''
        const account = await accounts.findByRecipient({ channel: 'email', address })
        const ended = account === undefined ? 0 : await sessions.endAll(account.id)
        return { body: JSON.stringify({ ended }), type: 'json' }
      }
      if (pathname === '/link') {
        const { status } = await fetch(`${config.PUBLIC_ORIGIN}/captcha/link`, {
          method: 'POST',
          body: new URLSearchParams({ token: searchParams.get('token') ?? '' }),
        })
        return { body: JSON.stringify({ status }), type: 'json' }
      }
      if (pathname === '/site') {
        const reply = await fetch(`${config.PUBLIC_ORIGIN}/captcha/siteverify`, {
          method: 'POST',
          body: new URLSearchParams({
            secret: SITE_SECRET,
            response: searchParams.get('response') ?? '',
          }),
        })
        return { body: await reply.text(), type: 'json' }
      }
      if (pathname !== '/mailed') return undefined
      await server.services.outboxWorker.idle()
      const messages = await mailbox.list(1, searchParams.get('to') ?? '')
      const proofs = messages.map(({ code, body }) => code || /token=([\w.-]+)/.exec(body)?.[1])
      return { body: JSON.stringify(proofs), type: 'json' }
    },
    async serverStop() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
