import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { typeCommand, type Outcome } from './command.ts'
import type { TestServer } from './test-server.ts'

const samples = path.join(import.meta.dirname, 'import-samples')
const folder = mkdtempSync(path.join(tmpdir(), 'passport-imports-'))
let files = 0

/** Returns the path of a sample. */
export function sampleOf(name: string): string {
  return path.join(samples, name)
}

/** Returns a path where no file is. */
export function newPath(ending = 'ndjson'): string {
  return path.join(folder, `${files++}.${ending}`)
}

/** Writes a file and returns its path. */
export function writeNew(content: string | Buffer, ending?: string): string {
  const file = newPath(ending)
  writeFileSync(file, content)
  return file
}

/** Writes people in our own format. */
export function fileOf(...people: object[]): string {
  const lines = [{ format: 'passport-accounts/1' }, ...people].map((line) => JSON.stringify(line))
  return writeNew(`${lines.join('\n')}\n`)
}

/** A person of our own format with a proved address. */
export function personOf(externalId: string, fields: object = {}): object {
  return {
    externalId,
    emails: [{ address: `${externalId}@example.com`, isVerified: true, isPrimary: true }],
    state: 'active',
    linked: [],
    ...fields,
  }
}

/** Outcome of an import, with outcome and reason of each row by its external id. */
export type ImportOutcome = Outcome & { report: Record<string, string> }

/** Types `import` with a report. */
export async function typeImport(server: TestServer, ...typed: string[]): Promise<ImportOutcome> {
  const report = newPath('csv')
  const outcome = await typeCommand(server, ['import', ...typed, '--report', report])
  const rows = !existsSync(report) ? [] : readFileSync(report, 'utf8').trimEnd().split('\r\n')
  const cells = rows.slice(1).map((row) => row.split(','))
  const entries = cells.map(([id, , result, reason]) => [id, `${result} ${reason}`.trim()])
  return { ...outcome, report: Object.fromEntries(entries) }
}
