import { expect, test } from 'vitest'
import { AdminError } from '../../../server/admin/command.ts'
import { runCommand } from '../../../server/admin/run.ts'
import { createTools } from '../../../server/admin/tools.ts'
import { ConfigError } from '../../../server/config/config.ts'
import { PassportError } from '../../../server/lib/passport-error.ts'

/** Runs a command whose work ends in an error. */
async function runInVain(refusal: Error): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const tools = { ...createTools({}), openServices: () => Promise.reject(refusal) }
  const typed = ['member', 'add', '7', 'ann@example.com']
  const code = await runCommand(typed, tools, (line) => lines.push(line))
  return { code, lines }
}

test.each([
  new PassportError('members_full'),
  new AdminError('There is no such person.'),
  new ConfigError('PORT is missing.'),
])('a command that is refused says why, without a stack: %s', async (error) => {
  expect(await runInVain(error)).toEqual({ code: 1, lines: [error.message] })
})

test('a fault of a command is thrown on, for its stack', async () => {
  await expect(runInVain(new TypeError('a fault'))).rejects.toThrow('a fault')
})
