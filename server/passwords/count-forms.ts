import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS, type Clock } from '../lib/clock.ts'
import type { PasswordFormRepository } from '../store/password-form-repository.ts'
import type { Transaction } from '../store/transaction.ts'

export interface CountFormsServices {
  clock: Clock
  passwordForms: PasswordFormRepository
  transaction: Transaction<CountFormsServices>
}

/** Few, because SQLite reads them in the thread that answers requests. */
const BATCH_SIZE = 1000
/** Pause between two batches, in which requests are served. */
const PAUSE_MS = 5

/** Counts the forms of password hashes again if an hour has passed. */
export async function countDueForms(services: CountFormsServices): Promise<void> {
  const [first] = await services.passwordForms.counted()
  if (first !== undefined && first.countedAt > services.clock() - HOUR_MS) return
  if (first !== undefined || (await services.passwordForms.hasForeign())) await countForms(services)
}

/** Counts accounts by the form of their password hash; nothing while all hashes are our own. */
export async function countForms(services: CountFormsServices): Promise<void> {
  const { passwordForms, transaction } = services
  const hasForeign = await passwordForms.hasForeign()
  const counts = hasForeign ? await countAll(passwordForms) : new Map<string, number>()
  const countedAt = services.clock()
  const rows = [...counts].map(([form, accounts]) => ({ form, accounts, countedAt }))
  await transaction((tx) => tx.passwordForms.replace(rows))
}

async function countAll(passwordForms: PasswordFormRepository): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (let after = ''; ; await sleep(PAUSE_MS)) {
    const rows = await passwordForms.after(after, BATCH_SIZE)
    for (const { form, hasPassword } of rows) {
      if (hasPassword) counts.set(form, (counts.get(form) ?? 0) + 1)
    }
    const last = rows.at(-1)
    if (last === undefined) return counts
    after = last.id
  }
}
