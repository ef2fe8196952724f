// `npm start`: the whole product at one address, built first where a source has changed, and beside
// it the page of another origin that embeds the element.
import process from 'node:process'
import { readConfig } from '../server/config/config.ts'
import { readSettingTexts, type SettingTexts } from '../server/config/config-file.ts'
import { onStopSignal } from '../server/lib/stop-signals.ts'
import { startServer } from '../server/start.ts'
import { site } from '../src/site.ts'
import { build } from './build.ts'
import { hostPageOrigins, startHostPage } from './host-page.ts'
import { expectFree } from './lib/ports.ts'
import type { LocalProviders } from './lib/providers.ts'

const HOST_PAGE_PORT = Number(process.env.HOST_PAGE_PORT ?? 4322)
const MAX_PORT = 65_535

async function start(): Promise<void> {
  if (!Number.isInteger(HOST_PAGE_PORT) || HOST_PAGE_PORT < 1 || HOST_PAGE_PORT > MAX_PORT) {
    throw new Error(
      `HOST_PAGE_PORT is "${process.env.HOST_PAGE_PORT}", but must be a whole number from 1 to ${MAX_PORT}.`,
    )
  }
  const usual = {
    // One line a call would bury the addresses printed below.
    LOG_LEVEL: 'warn',
    HOST_PAGE_ORIGINS: hostPageOrigins(HOST_PAGE_PORT),
    APPEAL_URL: `mailto:${site.contact.support}`,
    // Editors that sign in to servers of the Model Context Protocol.
    CLIENT_DOCUMENTS: 'vscode.dev,claude.ai',
  }
  const providers = await localProviders(readSettingTexts(process.env))
  const config = readConfig(readSettingTexts(process.env, { ...usual, ...providers?.settings }))
  // Before the build, which takes a minute or two the first time.
  await expectFree({ PORT: config.PORT, HOST_PAGE_PORT })
  await build((line) => console.log(line))
  const server = await startServer(config)
  const hostPage = await startHostPage(HOST_PAGE_PORT, server.origin)

  console.log(`
  Site           ${server.origin}
  Embed it       <script type="module" src="${server.origin}/passport-login.js"></script>
                 <passport-login aid="1002"></passport-login>
  A foreign page http://localhost:${HOST_PAGE_PORT}
  Mailbox        ${server.hasDevMailbox ? `${server.origin}/dev/mailbox` : 'off: messages are really sent'}
  Data           ${config.DATABASE_URL === '' ? server.databaseFile : 'in PostgreSQL, at DATABASE_URL'}
`)

  onStopSignal(() => {
    hostPage.close()
    void providers?.close()
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
}

// Packages for development only, so they are loaded for whoever asks for them.
async function localProviders({
  PORT = '4321',
  PUBLIC_ORIGIN = `http://localhost:${PORT}`,
}: SettingTexts): Promise<LocalProviders | undefined> {
  if (!process.argv.includes('--providers')) return undefined
  const { portsBeside, startProviders } = await import('./lib/providers.ts')
  return await startProviders(portsBeside(Number(PORT)), PUBLIC_ORIGIN)
}

await start().catch((error: unknown) => {
  console.error(explain(error))
  process.exit(1)
})

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken: stop what listens there, or set ${port === HOST_PAGE_PORT ? 'HOST_PAGE_PORT' : 'PORT'} to a free one.`
  }
  return error.message
}
