// Whether the time of a refusal tells whose account came from another product: logins with our own
// hash, with a foreign one, and without an account, in turn.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hashSync as argon2 } from '@node-rs/argon2'
import { hashSync as bcrypt } from '@node-rs/bcrypt'
import { countForms, type CountFormsServices } from '../server/passwords/count-forms.ts'
import { openDatabase, type Queries } from '../server/store/database.ts'
import { migrate } from '../server/store/migrate.ts'
import { passwordFormRepository } from '../server/store/password-form-repository.ts'
import { fillAccounts } from '../tests/support/fill-accounts.ts'
import { processorMsOf } from './processor.ts'
import { serve } from './server.ts'
import { median, printTable } from './table.ts'

/** Three to two, so that neither the median nor the ninth decile is where the forms meet. */
const OWN = 1200
const IMPORTED = 800
const PASSWORD = 'seven quiet otters'

interface Times {
  wall: number[]
  processor: number[]
}

/** Measures refusals one after another, with the processor time of the server for each. */
export async function compareImported(
  env: Record<string, string>,
  refuse: (origin: string, email: string) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'passport-bench-'))
  try {
    await fill(path.join(dataDir, 'passport.sqlite'))
    const server = await serve('server/main.ts', { ...env, DATA_DIR: dataDir })
    const [own, imported, unknown] = Array.from({ length: 3 }, (): Times => ({
      wall: [],
      processor: [],
    })) as [Times, Times, Times]
    const ask = async (email: string, { wall, processor }: Times): Promise<void> => {
      const [start, before] = [performance.now(), processorMsOf(server.pid)]
      await refuse(server.origin, email)
      wall.push(performance.now() - start)
      processor.push(processorMsOf(server.pid) - before)
    }
    for (let at = 0; at < OWN + IMPORTED; at++) {
      // Own and imported ones are spread alike over the run.
      const index = (at * 7) % (OWN + IMPORTED)
      const turns = [
        () => ask(`full${index}@example.com`, index < OWN ? own : imported),
        () => ask(`other${at}@example.com`, unknown),
      ]
      for (const turn of at % 2 === 0 ? turns : turns.toReversed()) await turn()
    }
    server.stop()
    await server.ended
    report(own, imported, unknown)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function report(own: Times, imported: Times, unknown: Times): void {
  const mix: Times = {
    wall: [...own.wall, ...imported.wall],
    processor: [...own.processor, ...imported.processor],
  }
  const figures = ({ wall, processor }: Times): number[] => [
    median(wall),
    ninthDecile(wall),
    mean(wall),
    mean(processor),
  ]
  const [of, known] = [figures(unknown), figures(mix)]
  const ratios = of.map((figure, at) => (figure / (known[at] ?? Number.NaN)).toFixed(3))
  const texts = (times: Times): string[] => figures(times).map((figure) => figure.toFixed(2))
  printTable(
    `Wrong passwords of ${OWN} own, ${IMPORTED} imported (bcrypt 10) and ${OWN + IMPORTED} unknown logins`,
    ['login', 'median ms', 'p90 ms', 'mean ms', 'processor ms'],
    [
      ['own', ...texts(own)],
      ['imported', ...texts(imported)],
      ['mix of both', ...texts(mix)],
      ['unknown', ...texts(unknown)],
      ['unknown to mix', ...ratios],
    ],
  )
}

async function fill(location: string): Promise<void> {
  const database = openDatabase(location)
  await migrate(database, Date.now)
  await fillAccounts(location, OWN + IMPORTED)
  const ours = argon2(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const foreign = bcrypt(PASSWORD, 10)
  for (let id = 0; id < OWN + IMPORTED; id++) {
    await database.query
      .updateTable('accounts')
      .set(id < OWN ? { passwordHash: ours } : { passwordHash: foreign, passwordForm: 'bcrypt 10' })
      .where('id', '=', String(id))
      .execute()
  }
  const on = (query: Queries): CountFormsServices => ({
    clock: Date.now,
    passwordForms: passwordFormRepository(query),
    transaction: (work) => database.tx((tx) => work(on(tx))),
  })
  await countForms(on(database.query))
  await database.close()
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}

function ninthDecile(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.9)] ?? Number.NaN
}
