import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { productNamesOf } from '../names/names.ts'
import type { App } from '../store/app-repository.ts'
import type { ForeignRow, RefusedRow, Source, SourceOptions } from './foreign-account.ts'
import { readSignerKey } from './hash-config.ts'
import { ImportError } from './import-error.ts'
import { losesFactor, planAccount, type PlannedAccount } from './plan-account.ts'
import { judge, writeBatch, type RowResult } from './write-batch.ts'
import type { Services } from '../services/services.ts'

const BATCH_SIZE = 250
const SAMPLES = 10
/** Names that are counted apart: a file may have another one in each row. */
const MAX_COUNTED = 100

/** What was typed. */
export interface ImportOptions extends Omit<SourceOptions, 'now'> {
  sourceName: string
  source: Source
  files: readonly string[]
  /** Whether it writes. */
  isApplied: boolean
  /** Whether people may lose a second factor. */
  withoutFactors: boolean
  /** Rows to read at most. */
  limit: number
  app: App
  /** Hears what became of each row, in order. */
  onResults: (results: readonly RowResult[]) => void
}

/** Counts of a run, or of a preview. */
export type ImportSummary = ReturnType<typeof emptySummary>

/** Imports files, or previews that. A second run goes on where the first was stopped. @throws ImportError */
export async function runImport(
  services: Services,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { imports } = services
  const { sourceName: source, app, isApplied, files, limit } = options
  const key = options.hashConfig === undefined ? undefined : readSignerKey(options.hashConfig)
  const run = { id: imports.makeId(), source, now: services.clock() }
  let found: number | undefined
  if (isApplied) {
    found = await requireReadable(options, run.now)
    const row = {
      source,
      fileDigest: await digestOf(files),
      options: JSON.stringify({ aid: app.aid, map: Object.fromEntries(options.map), limit }),
      state: 'running',
      read: 0,
      created: 0,
      skipped: 0,
      startedAt: run.now,
      finishedAt: 0,
    } as const
    const begin = (id: string): Promise<boolean> =>
      imports.begin({ ...row, id, secret: key === undefined ? '' : imports.sealKey(id, key) })
    // Repeated because two processes may create the same id.
    while (!(await begin(run.id))) run.id = imports.makeId()
  }
  const summary = emptySummary()
  const rules = {
    keyId: key && run.id,
    aid: app.aid,
    now: run.now,
    productNames: productNamesOf(services.config, app),
  }
  // A preview remembers what earlier rows would take, because it writes nothing.
  const seen = new Set<string>()
  let batch: (PlannedAccount | RefusedRow)[] = []
  const flush = async (): Promise<void> => {
    const results = isApplied
      ? await writeBatch(services, run, batch)
      : (await judge(services, run, batch, seen)).results
    options.onResults(results)
    for (const [at, row] of batch.entries()) {
      const result = results[at]
      if (result !== undefined) count(summary, row, result)
    }
    batch = []
  }
  for await (const row of rowsOf(options, run.now)) {
    batch.push('account' in row ? planAccount(row, rules) : row)
    if (batch.length === BATCH_SIZE) await flush()
  }
  if (batch.length > 0) await flush()
  if (found !== undefined && found !== summary.read) {
    throw new ImportError('The files changed while they were read: type the same line again.')
  }
  if (isApplied) await imports.finish(run.id, services.clock())
  return summary
}

// Read once before anything is written, and counted: a file may be broken at its end, and factors may be lost.
async function requireReadable(options: ImportOptions, now: number): Promise<number> {
  let found = 0
  let lost = 0
  for await (const row of rowsOf(options, now)) {
    found++
    if ('account' in row && losesFactor(row.account)) lost++
  }
  if (lost === 0 || options.withoutFactors) return found
  throw new ImportError(
    `${lost} of these people have a second factor that cannot come, such as a passkey, and would sign in without it: agree with --without-factors.`,
  )
}

async function* rowsOf(
  { source, files, limit, ...options }: ImportOptions,
  now: number,
): AsyncGenerator<ForeignRow | RefusedRow> {
  let left = limit
  for await (const row of source.read(files, { ...options, now })) {
    if (left-- === 0) return
    yield row
  }
}

async function digestOf(files: readonly string[]): Promise<string> {
  const digest = createHash('sha256')
  for (const file of files) {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) digest.update(chunk)
  }
  return digest.digest('hex')
}

function emptySummary() {
  const samples: { row: PlannedAccount | RefusedRow; result: RowResult }[] = []
  return {
    read: 0,
    /** By outcome and reasons. */
    outcomes: new Map<string, number>(),
    /** By form and cost of password hashes. */
    forms: new Map<string, number>(),
    ignored: new Map<string, number>(),
    factorsLost: 0,
    samples,
  }
}

function count(summary: ImportSummary, row: PlannedAccount | RefusedRow, result: RowResult): void {
  const add = (counts: Map<string, number>, given: string): void => {
    const name = counts.size < MAX_COUNTED || counts.has(given) ? given : 'others'
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  summary.read++
  add(summary.outcomes, `${result.outcome} ${result.reason}`.trim())
  if (summary.samples.length < SAMPLES) summary.samples.push({ row, result })
  if (row.outcome !== result.outcome) return
  for (const field of row.ignored ?? []) add(summary.ignored, field)
  if (row.outcome !== 'created') return
  add(summary.forms, row.account.passwordForm || 'none')
  if (row.losses.includes('no_factor')) summary.factorsLost++
}
