// `npm run server`: the server, or with words after it a command.
import { enableCompileCache, flushCompileCache } from 'node:module'
import path from 'node:path'

// Node then keeps what it made of our sources, which halves the start. It has to be on before they
// are loaded, so everything else is imported below. Where the folder cannot be written it is off.
enableCompileCache(path.join(import.meta.dirname, '../.cache/node'))

const words = process.argv.slice(2)
if (words.length > 0) await command(words)
else await serve()
// What ends without notice would not write it down.
flushCompileCache()

async function command(typed: string[]): Promise<void> {
  const { runCommand } = await import('./admin/run.ts')
  const { createTools } = await import('./admin/tools.ts')
  // Whoever reads the output may have seen enough of it.
  process.stdout.on('error', () => process.exit())
  process.exitCode = await runCommand(typed, createTools(process.env), (line) =>
    process.stderr.write(`${line}\n`),
  )
}

async function serve(): Promise<void> {
  const { ConfigError, readConfig } = await import('./config.ts')
  const { readTexts } = await import('./config-file.ts')
  const { startServer } = await import('./start.ts')
  try {
    const server = await startServer(readConfig(readTexts(process.env)))
    console.log(`The account server is ready at ${server.origin}.`)
    if (server.hasDevMailbox) console.log(`Messages arrive at ${server.origin}/dev/mailbox.`)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void server.stop())
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
