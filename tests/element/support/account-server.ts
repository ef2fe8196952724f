import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../../../server/config.ts'
import { startServer } from '../../../server/main.ts'

interface AccountServer {
  name: string
  serve(context: { url: string }): Promise<{ body: string; type: string } | undefined>
  serverStop(): Promise<void>
}

/**
 * Runs a real account server beside the tests, whose pages are a foreign origin to it. Tests learn
 * its origin from `/account-server.json` and what it mailed from `/mailed?to=`.
 */
export async function accountServer(testOrigin: string): Promise<AccountServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-element-'))
  const server = await startServer(
    readConfig({
      PORT: '0',
      DATA_DIR: folder,
      HOST_PAGE_ORIGINS: testOrigin,
      LOG_LEVEL: 'silent',
      HASH_MEMORY_KIB: '8',
    }),
  )
  return {
    name: 'account-server',
    async serve({ url }) {
      const { pathname, searchParams } = new URL(url, testOrigin)
      if (pathname === '/account-server.json') {
        return { body: JSON.stringify({ origin: server.origin }), type: 'json' }
      }
      if (pathname !== '/mailed') return undefined
      const { outbox, stores } = server.app.services
      await outbox.idle()
      const messages = await stores.mailbox.list(1, searchParams.get('to') ?? '')
      return { body: JSON.stringify(messages.map(({ code }) => code)), type: 'json' }
    },
    async serverStop() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
