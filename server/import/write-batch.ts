import { stateEvents } from '../operators/account-states.ts'
import { isContention } from '../store/database-errors.ts'
import { identifierKinds } from '../store/identifiers.ts'
import type { ImportBatch } from '../store/import-repository.ts'
import type { RefusedRow } from './foreign-account.ts'
import type { PlannedAccount } from './plan-account.ts'
import type { Services } from '../services/services.ts'

/** What became of a row. */
export interface RowResult {
  externalId: string
  /** Empty where there is no account, or not yet. */
  accountId: string
  outcome: 'created' | 'exists' | 'taken' | RefusedRow['outcome']
  reason: string
}

/** The run that rows belong to. */
export interface BatchRun {
  id: string
  source: string
  now: number
}

const MAX_ATTEMPTS = 8
/** Attempts with all rows of a batch. */
const WHOLE_ATTEMPTS = 3

/** Error when somebody took an identifier between look-up and insertion. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** Writes rows in one transaction, or one by one where others sign up meanwhile; counts them in the run. */
export async function writeBatch(
  services: Pick<Services, 'transaction'>,
  run: BatchRun,
  rows: readonly (PlannedAccount | RefusedRow)[],
  attempt = 1,
): Promise<RowResult[]> {
  try {
    return await services.transaction(async (tx) => {
      const judged = await judge(tx, run, rows)
      giveIds(tx, judged.results)
      await insert(tx, run, rows, judged)
      return judged.results
    })
  } catch (error) {
    // A busy server may hold the lock for longer than a call would wait.
    const isBusy = isContention(error)
    if (!(error instanceof Overtaken || isBusy) || attempt === MAX_ATTEMPTS) throw error
    // What others took can be seen by now; who is overtaken again goes on row by row.
    if (isBusy || attempt < WHOLE_ATTEMPTS || rows.length === 1) {
      return await writeBatch(services, run, rows, attempt + 1)
    }
    const results: RowResult[] = []
    for (const row of rows) {
      results.push(...(await writeBatch(services, run, [row])))
    }
    return results
  }
}

// A row may be of a person whom an earlier row of the batch makes.
function giveIds({ imports }: Pick<Services, 'imports'>, results: RowResult[]): void {
  const made = new Map<string, string>()
  for (const result of results) {
    const { externalId, outcome } = result
    if (outcome === 'created') {
      result.accountId = imports.makeId()
      made.set(externalId, result.accountId)
    } else if (outcome === 'exists') {
      result.accountId ||= made.get(externalId) ?? ''
    }
  }
}

/** What becomes of rows, and whose unproved addresses they prove. */
interface Judgement {
  results: RowResult[]
  claimedBack: ReadonlySet<string>
}

/**
 * Decides about each row by what exists here, and by the rows before it: `seen` is what they take. Writes
 * nothing.
 */
export async function judge(
  tx: Pick<Services, 'imports' | 'formerAddresses'>,
  run: BatchRun,
  rows: readonly (PlannedAccount | RefusedRow)[],
  seen = new Set<string>(),
): Promise<Judgement> {
  const planned = rows.filter((row) => row.outcome === 'created')
  const { taken, blocked, claimedBack } = await readTaken(tx, planned)
  // Last: PostgreSQL shows each statement what others have committed, and whose address another run of
  // this file has brought meanwhile must be found by the external id, too.
  const came = await tx.imports.findAll(
    run.source,
    planned.map((row) => row.externalId),
  )
  const known = new Map(came.map(({ externalId, accountId }) => [externalId, accountId]))
  const results = rows.map((row): RowResult => {
    const { externalId } = row
    if (row.outcome !== 'created') return { accountId: '', ...row }
    const claims = claimsOf(row)
    const result = (outcome: RowResult['outcome'], reason = '', accountId = ''): RowResult => ({
      externalId,
      accountId,
      outcome,
      reason,
    })
    const accountId = known.get(externalId)
    if (accountId !== undefined || seen.has(`id ${externalId}`)) {
      return result('exists', '', accountId)
    }
    const lost = claims.find((claim) => taken.has(claim) || seen.has(claim))
    if (lost !== undefined) return result('taken', lost.split(' ')[0])
    if (claims.some((claim) => blocked.has(claim))) return result('rejected', 'erased')
    for (const claim of [...claims, `id ${externalId}`]) seen.add(claim)
    return result('created', row.losses.join(' '))
  })
  return { results, claimedBack }
}

// What only one account can have. An address counts whether it is proved or not.
function claimsOf({ account, linked }: PlannedAccount): string[] {
  const { email, unverifiedEmail, mobile, username } = account
  const own = { email: email ?? unverifiedEmail, mobile, username }
  return [
    ...identifierKinds.flatMap((kind) => (own[kind] === null ? [] : `${kind} ${own[kind]}`)),
    ...linked.map(({ provider, sub }) => `${provider} ${sub}`),
  ]
}

async function readTaken(
  tx: Pick<Services, 'imports' | 'formerAddresses'>,
  planned: readonly PlannedAccount[],
): Promise<{ taken: Set<string>; blocked: Set<string>; claimedBack: Set<string> }> {
  const all = planned.flatMap(claimsOf)
  const of = (kind: string): string[] =>
    all.filter((claim) => claim.startsWith(`${kind} `)).map((claim) => claim.slice(kind.length + 1))
  const taken = new Set<string>()
  const note = (kind: string, values: readonly string[]): void => {
    for (const value of values) taken.add(`${kind} ${value}`)
  }
  for (const kind of identifierKinds) note(kind, await tx.imports.owned(kind, of(kind)))
  for (const provider of ['github', 'google'] as const) {
    const subs = of(provider)
    const links = subs.length === 0 ? [] : await tx.imports.linked(provider, subs)
    note(
      provider,
      links.map(({ sub }) => sub),
    )
  }
  // Whoever proved an address takes it from an account that was made here without proof, as at sign-up.
  const proved = new Set(planned.map(({ account }) => account.email))
  const claimedBack = new Set<string>()
  for (const { unverifiedEmail, importedId } of await tx.imports.unproved(of('email'))) {
    const address = unverifiedEmail ?? ''
    if (importedId === null && proved.has(address)) claimedBack.add(address)
    else note('email', [address])
  }
  const recipients = (['email', 'mobile'] as const).flatMap((channel) =>
    of(channel).map((address) => ({ channel, address })),
  )
  const erased = await tx.formerAddresses.blocked(recipients)
  return {
    taken,
    claimedBack,
    blocked: new Set(erased.map(({ channel, address }) => `${channel} ${address}`)),
  }
}

async function insert(
  tx: Services,
  run: BatchRun,
  rows: readonly (PlannedAccount | RefusedRow)[],
  { results, claimedBack }: Judgement,
): Promise<void> {
  const batch: ImportBatch = {
    accounts: [],
    identifiers: [],
    linkedAccounts: [],
    importedAccounts: [],
    authenticatorApps: [],
    securityEvents: [],
  }
  for (const [at, row] of rows.entries()) {
    const { outcome, accountId = '' } = results[at] ?? {}
    if (row.outcome === 'created' && outcome === 'created') addRows(tx, run, batch, row, accountId)
  }
  const { accounts, identifiers, importedAccounts, linkedAccounts } = batch
  // In one order, so that two imports never wait for each other.
  accounts.sort(byText((row) => row.unverifiedEmail ?? ''))
  identifiers.sort(byText(({ kind, value }) => `${kind} ${value}`))
  linkedAccounts.sort(byText(({ provider, sub }) => `${provider} ${sub}`))
  importedAccounts.sort(byText((row) => row.externalId))
  const proved = accounts.flatMap(({ email }) => email ?? [])
  const dropped = proved.filter((address) => claimedBack.has(address))
  // No statement more than needed: what is read above may be taken meanwhile.
  if (dropped.length > 0) await tx.imports.dropUnproved(dropped)
  if (!(await tx.imports.insertBatch(batch))) throw new Overtaken('a row was taken meanwhile')
  await tx.imports.count(run.id, { read: rows.length, created: accounts.length })
}

function addRows(
  tx: Services,
  { source, now }: BatchRun,
  batch: ImportBatch,
  { account, externalId, linked, totpSecret }: PlannedAccount,
  id: string,
): void {
  batch.accounts.push({ ...account, id })
  for (const kind of identifierKinds) {
    const value = account[kind]
    if (value !== null) batch.identifiers.push({ kind, value, accountId: id })
  }
  for (const link of linked) {
    const blank = { screenName: '', avatar: '', createdAt: now, updatedAt: now }
    batch.linkedAccounts.push({ ...link, accountId: id, ...blank })
  }
  batch.importedAccounts.push({ source, externalId, accountId: id })
  if (totpSecret !== undefined) {
    const app = { secret: totpSecret, name: 'Authenticator' }
    batch.authenticatorApps.push(tx.authenticatorApps.adopt(id, app))
  }
  const { state } = account
  if (state !== 'active' && state !== 'cancelling') {
    batch.securityEvents.push({
      id: tx.imports.makeId(),
      accountId: id,
      kind: stateEvents[state].begin,
      by: 'operator',
      aid: 0,
      device: '',
      address: '',
      at: now,
      clientFields: '',
    })
  }
}

function byText<Row>(textOf: (row: Row) => string): (one: Row, other: Row) => number {
  return (one, other) => (textOf(one) < textOf(other) ? -1 : 1)
}
