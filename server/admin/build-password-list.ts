import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { buildBreachedList } from '../passwords/build-breached-list.ts'
import { AdminError, type Command } from './command.ts'
import { readCount } from './read-flags.ts'

/** Passwords that leaked less often stay allowed. */
const AT_LEAST = 10
const MOST = 1_000_000

export const buildPasswordList: Command = {
  name: 'passwords build-list',
  usage: '<file> [--at-least 10]',
  description:
    'Makes the list of leaked passwords for BREACHED_PASSWORDS_FILE from sorted lines HASH:count of SHA-1.',
  run: async ({ words: [from = ''], flags }, { config, print }) => {
    const text = flags['at-least']
    const atLeast = text === undefined ? AT_LEAST : readCount('at-least', text, MOST)
    const { BREACHED_PASSWORDS_FILE: named, DATA_DIR } = config()
    const to = path.resolve(named === '' ? path.join(DATA_DIR, 'breached-passwords.list') : named)
    const { lines, entries } = await built(async () => {
      mkdirSync(path.dirname(to), { recursive: true })
      return await buildBreachedList(from, to, atLeast)
    })
    print(`${entries} of ${lines} passwords are in ${to}.`)
    print(`Set BREACHED_PASSWORDS_FILE=${to} and start the servers again.`)
  },
}

async function built<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new AdminError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
