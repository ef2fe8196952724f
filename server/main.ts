// `npm run server` starts the server; with arguments it runs an operator command.
import { flushCompileCache } from 'node:module'
import { readSettingTexts } from './config/config-file.ts'
import { ConfigError, readConfig } from './config/config.ts'
import { onStopSignal } from './lib/stop-signals.ts'

const commandLine = process.argv.slice(2)
if (commandLine.length > 0) await runOperatorCommand(commandLine)
else await serve()
// Written now, because a process that is killed would not write it for the next start.
flushCompileCache()

async function runOperatorCommand(words: string[]): Promise<void> {
  const { runCommand } = await import('./admin/run.ts')
  const { createTools } = await import('./admin/tools.ts')
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    // The reader of the output, such as `head`, may close it.
    if (code === 'EPIPE') process.exit()
    print(`The output cannot be written: ${message}.`)
    process.exit(1)
  })
  process.exitCode = await runCommand(words, createTools(process.env), print)
}

// Standard output is for the log and for results of commands.
function print(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function serve(): Promise<void> {
  try {
    const { startServer } = await import('./start.ts')
    // The server answers before its start is over, so a stop may come before.
    const stopSignal = new Promise<void>(onStopSignal)
    const config = readConfig(readSettingTexts(process.env))
    const server = await startServer(config)
    void stopSignal.then(() => server.stop())
    if (config.LOG_LEVEL === 'silent') return
    print(`The account server is ready at ${server.origin}.`)
    if (config.CONSOLE_PORT !== 0) print(`The console is at ${config.CONSOLE_ORIGIN}.`)
    // The mailbox is reachable from this machine only, whatever the public origin is.
    if (server.hasDevMailbox)
      print(`Messages arrive at http://localhost:${server.port}/dev/mailbox.`)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    print(error.message)
    process.exitCode = 1
  }
}
