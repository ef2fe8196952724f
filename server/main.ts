// `npm run server`: the server, or with words after it a command.
import { flushCompileCache } from 'node:module'
import { ConfigError, readConfig } from './config/config.ts'
import { readTexts } from './config/config-file.ts'
import { onStopSignal } from './lib/stop-signals.ts'

const words = process.argv.slice(2)
if (words.length > 0) await command(words)
else await serve()
// What Node made of our sources, for the next start: a process that is killed would not write it.
flushCompileCache()

async function command(typed: string[]): Promise<void> {
  const { runCommand } = await import('./admin/run.ts')
  const { createTools } = await import('./admin/tools.ts')
  // Whoever reads the output may have seen enough of it.
  process.stdout.on('error', () => process.exit())
  process.exitCode = await runCommand(typed, createTools(process.env), say)
}

// To people: standard output is for the log, or for what a command answers.
function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function serve(): Promise<void> {
  try {
    const { startServer } = await import('./start.ts')
    // It answers before its start is over, and whoever sees that may stop it.
    const asked = new Promise<void>(onStopSignal)
    const config = readConfig(readTexts(process.env))
    const server = await startServer(config)
    void asked.then(() => server.stop())
    if (config.LOG_LEVEL === 'silent') return
    say(`The account server is ready at ${server.origin}.`)
    // Shown to this machine alone, whatever it is called elsewhere.
    if (server.hasDevMailbox) say(`Messages arrive at http://localhost:${server.port}/dev/mailbox.`)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    say(error.message)
    process.exitCode = 1
  }
}
