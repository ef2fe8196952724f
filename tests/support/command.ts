import { runCommand } from '../../server/admin/run.ts'
import type { Config } from '../../server/config/config.ts'
import { testSecrets, type TestServer } from './test-server.ts'

/** Result of an operator's command. */
export interface Outcome {
  code: number
  output: string
  errors: string
}

/** Types a command beside a running server, with its settings or others. */
export async function typeCommand(
  { app, clock, database }: TestServer,
  typed: readonly string[],
  config: Config = app.services.config,
): Promise<Outcome> {
  const lines: string[] = []
  const complaints: string[] = []
  const code = await runCommand(
    [...typed],
    {
      env: {},
      clock: clock.now,
      print: (line) => void lines.push(line),
      config: () => config,
      secrets: () => testSecrets,
      openDatabase: () => Promise.resolve(database),
      openServices: () => Promise.resolve(app.services),
      close: () => Promise.resolve(),
    },
    (line) => void complaints.push(line),
  )
  return { code, output: lines.join('\n'), errors: complaints.join('\n') }
}

/** Types a command again while the database is busy or away. */
export async function typeWhileUnusable(
  server: TestServer,
  typed: readonly string[],
): Promise<Outcome> {
  for (;;) {
    const outcome = await typeCommand(server, typed)
    if (!outcome.errors.startsWith('The database cannot be used:')) return outcome
  }
}
