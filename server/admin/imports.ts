import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withoutFormulas } from '#protocol/formulas.ts'
import { maskEmail, maskMobile } from '../accounts/recipients.ts'
import { toParts } from '../lib/to-parts.ts'
import { exportAccounts } from '../import/export-accounts.ts'
import { toPlaceMap } from '../import/mapped-source.ts'
import type { PlannedAccount } from '../import/plan-account.ts'
import { runImport, type ImportSummary } from '../import/run-import.ts'
import { sources } from '../import/sources.ts'
import type { RowResult } from '../import/write-batch.ts'
import { didYouMean } from '../lib/did-you-mean.ts'
import { countForms } from '../passwords/count-forms.ts'
import { AdminError, UsageError, type Command, type CommandInput } from './command.ts'
import { findApp } from './find-app.ts'
import { toTable, toTime } from './format.ts'
import { listCommand } from './list-command.ts'
import { readCount, readMoment } from './read-flags.ts'

const MAX_ROWS = 999_999_999
const usualYes = ['true', 't', 'yes', 'y', '1', '1.0']
const LISTED = 100

export const importAccounts: Command = {
  name: 'import',
  usage:
    '<source> <file>... [--apply] [--map field=path...] [--true words] [--hash-config file] [--report file] [--without-factors] [--limit n] [--aid n]',
  description:
    'Shows what files of another product would make here, and makes it with --apply; docs/moving.md has the sources.',
  run: async (input, { print, openServices }) => {
    const { words, flags, lists } = input
    const [sourceName = '', ...files] = words
    // `csv:shop` reads CSV, and keeps ids of the shop apart from those of other files.
    const source = sources.get(sourceName.split(':')[0] ?? '')
    if (source === undefined) throw new UsageError(unknownSource(sourceName))
    if (!source.isMapped && (lists.map ?? flags.true) !== undefined) {
      throw new UsageError(
        `The fields of ${sourceName} are known: --map and --true are for csv, json and ndjson.`,
      )
    }
    if (!/^[\w:-]{1,40}$/.test(sourceName)) {
      throw new UsageError(
        `"${sourceName}" is no name of a source: it has 40 letters of English, digits, - and _ at most.`,
      )
    }
    const report = openReport(flags.report)
    try {
      const services = await openServices()
      const summary = await runImport(services, {
        sourceName,
        source,
        files,
        map: toPlaceMap(lists.map ?? []),
        yes: new Set([...usualYes, ...toParts(String(flags.true ?? '').toLowerCase())]),
        hashConfig: readText(flags['hash-config']),
        isApplied: flags.apply === true,
        withoutFactors: flags['without-factors'] === true,
        limit: flags.limit === undefined ? MAX_ROWS : readCount('limit', flags.limit, MAX_ROWS),
        app: await findApp(services, flags),
        onResults: report.write,
      })
      // At once, so that refusals do not tell by their time who came.
      if (flags.apply === true) await countForms(services)
      printSummary(print, summary, flags.apply === true)
      requirePeople(sourceName, summary)
    } finally {
      report.close()
    }
  },
}

export const listImports = listCommand({
  name: 'import list',
  description: 'Lists imports, the newest first.',
  rows: () => (services) => services.imports.list(LISTED),
  columns: {
    id: ({ id }) => id,
    source: ({ source }) => source,
    begun: ({ startedAt }) => toTime(startedAt),
    done: ({ finishedAt }) => (finishedAt === 0 ? 'not yet, or stopped' : toTime(finishedAt)),
    rows: ({ read }) => String(read),
    created: ({ created }) => String(created),
    'not created': ({ skipped }) => String(skipped),
    file: ({ fileDigest }) => fileDigest.slice(0, 12),
  },
})

export const exportFile: Command = {
  name: 'export',
  usage: '<file> [--hashes] [--since t]',
  description:
    'Writes all accounts to a new file, one a line, which import passport reads; password hashes only with --hashes.',
  run: async ({ words: [file = ''], flags: { hashes, since } }, { print, openServices }) => {
    const options = { hasHashes: hashes === true, since: readMoment('since', since) ?? 0 }
    requireNew(file)
    const services = await openServices()
    const handle = openNew(file)
    try {
      // Besides the first line and the last.
      let count = -2
      for await (const lines of exportAccounts(services, options)) {
        write(handle, file, lines.join(''))
        count += lines.length
      }
      print(
        `Wrote ${count} accounts. Who can read the file knows them all: keep it as safe as DATA_DIR.`,
      )
    } finally {
      closeSync(handle)
    }
  },
}

function unknownSource(name: string): string {
  const names = [...sources.keys()]
  const hint = didYouMean(name, names)
  return `There is no source "${name}".${hint === undefined ? '' : ` Did you mean "${hint}"?`} There are: ${names.join(', ')}.`
}

function readText(file: CommandInput['flags'][string]): string | undefined {
  if (file === undefined) return undefined
  try {
    return readFileSync(String(file), 'utf8')
  } catch (cause) {
    throw new AdminError(`"${file}" cannot be read.`, { cause })
  }
}

/** Ids and outcomes alone: nothing else of a row may be left on a disk. Made with the first rows, so that a refused run leaves none. */
function openReport(file: CommandInput['flags'][string]) {
  if (file === undefined) return { write: () => undefined, close: () => undefined }
  const name = String(file)
  requireNew(name)
  let handle: number | undefined
  return {
    write: (results: readonly RowResult[]): void => {
      if (handle === undefined) {
        handle = openNew(name)
        write(handle, name, 'external_id,account_id,outcome,reason\r\n')
      }
      write(handle, name, results.map(toCsvLine).join(''))
    },
    close: (): void => {
      if (handle !== undefined) closeSync(handle)
    },
  }
}

function requireNew(file: string): void {
  if (existsSync(file) || !existsSync(path.dirname(file))) throw unusable(file)
}

function openNew(file: string): number {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (cause) {
    throw unusable(file, cause)
  }
}

// All of it: `writeSync` would leave out what a full disk has no room for.
function write(handle: number, file: string, text: string): void {
  try {
    writeFileSync(handle, text)
  } catch (cause) {
    throw new AdminError(`"${file}" cannot be written: ${(cause as Error).message}.`, { cause })
  }
}

function unusable(file: string, cause?: unknown): AdminError {
  const message = `"${file}" is there already, or cannot be made: name another one.`
  return new AdminError(message, { cause })
}

function toCsvLine({ externalId, accountId, outcome, reason }: RowResult): string {
  const id = withoutFormulas(externalId)
  const cell = /[",;\t]/.test(id) ? `"${id.replaceAll('"', '""')}"` : id
  return `${cell},${accountId},${outcome},${reason}\r\n`
}

function printSummary(
  print: (line: string) => void,
  { read, outcomes, forms, ignored, factorsLost, samples }: ImportSummary,
  isApplied: boolean,
): void {
  const total = (title: string, counts: Map<string, number>): void => {
    if (counts.size === 0) return
    const rows = [...counts].toSorted(([, one], [, other]) => other - one)
    print(`\n${toTable(rows, { [title]: ([name]) => name, rows: ([, number]) => String(number) })}`)
  }
  if (!isApplied) print(toSampleTable(samples))
  total('outcome', outcomes)
  total('password hash', forms)
  total('not taken', ignored)
  print(
    isApplied
      ? `\nRead ${read} rows.`
      : `\nRead ${read} rows; nothing was written. ${advice(factorsLost)}`,
  )
}

function requirePeople(source: string, { read, outcomes }: ImportSummary): void {
  const unreadable = ['rejected malformed', 'rejected no_external_id']
  const count = unreadable.reduce((sum, name) => sum + (outcomes.get(name) ?? 0), 0)
  if (read === 0) throw new AdminError('These files have no rows.')
  if (count < read) return
  throw new AdminError(
    `None of these rows is a person of ${source}: is it the right file? With other names of fields, csv, json and ndjson need --map; a list deeper in the file comes out of it by jq.`,
  )
}

function advice(factorsLost: number): string {
  if (factorsLost === 0) return '--apply writes it.'
  return `--apply --without-factors writes it: ${factorsLost} people have a second factor that cannot come.`
}

function toSampleTable(samples: ImportSummary['samples']): string {
  const of =
    (read: (row: PlannedAccount) => string) =>
    ({ row }: ImportSummary['samples'][number]): string =>
      'account' in row ? read(row) : ''
  return toTable(samples, {
    'external id': ({ result }) => result.externalId,
    'e-mail': of(({ account }) => maskEmail(account.email ?? account.unverifiedEmail ?? '')),
    proved: of(({ account }) => (account.email === null ? '' : 'yes')),
    mobile: of(({ account }) => maskMobile(account.mobile ?? '')),
    state: of(({ account }) => account.state),
    password: of(({ account }) => account.passwordForm),
    app: of(({ totpSecret }) => (totpSecret === undefined ? '' : 'yes')),
    linked: of(({ linked }) => linked.map(({ provider }) => provider).join(' ')),
    outcome: ({ result }) => `${result.outcome} ${result.reason}`.trim(),
  })
}
