// `npm run server`: the server, or with words after it a command.
import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { ConfigError, readConfig } from './config.ts'
import { readTexts } from './config-file.ts'

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
  // What a start loads stays for good, but V8 takes it for a sign of load and would hold 20 MiB more
  // for short-lived things than an idle server needs. When there is load, they are taken then.
  setFlagsFromString('--semi-space-growth-factor=1')
  try {
    const { startServer } = await import('./start.ts')
    const { limitYoungMemory } = await import('./young-memory.ts')
    const { letWorkersStepBack } = await import('./step-back.ts')
    // It answers before its start is over, and whoever sees that may stop it: a first signal waits for
    // the start, and a second one does not.
    const asked = new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    })
    const config = readConfig(readTexts(process.env))
    const server = await startServer(config)
    void asked.then(() => server.stop())
    limitYoungMemory()
    await letWorkersStepBack().catch((error: unknown) => {
      console.warn('Hashing keeps the priority of replies, as threads cannot be listed:', error)
    })
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
