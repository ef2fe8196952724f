import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { typeCommand, type Outcome } from '../../support/command.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'passport-imports-'))
let files = 0

function fileOf(...people: object[]): string {
  const file = path.join(folder, `${files++}.ndjson`)
  const lines = [{ format: 'passport-accounts/1' }, ...people].map((line) => JSON.stringify(line))
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

function personOf(externalId: string, fields: object = {}): object {
  return {
    externalId,
    emails: [{ address: `${externalId}@example.com`, isVerified: true, isPrimary: true }],
    state: 'active',
    linked: [],
    ...fields,
  }
}

async function importFile(
  server: TestServer,
  file: string,
  ...more: string[]
): Promise<Outcome & { report: Record<string, string> }> {
  const report = path.join(folder, `${files++}.csv`)
  const typed = ['import', 'passport', file, '--report', report, ...more]
  const outcome = await typeCommand(server, typed)
  const rows = readFileSync(report, 'utf8').trimEnd().split('\r\n').slice(1)
  const cells = rows.map((row) => row.split(','))
  return {
    ...outcome,
    report: Object.fromEntries(
      cells.map(([id, , result, reason]) => [id, `${result} ${reason}`.trim()]),
    ),
  }
}

test('shows what a file would make, and makes it with --apply', async () => {
  const server = await createTestServer()
  const file = fileOf(personOf('ann', { name: 'Ann Lee', nickname: 'a' }), personOf('bob'))
  const preview = await importFile(server, file)
  expect(preview.output).toContain('a***@example.com')
  expect(preview.output).toContain('nickname')
  expect(preview.output).not.toContain('ann@')
  expect(preview.report).toEqual({ ann: 'created no_password', bob: 'created no_password' })
  expect(await server.app.services.accounts.byEmail('ann@example.com')).toBeUndefined()
  const applied = await importFile(server, file, '--apply')
  expect(applied.code).toBe(0)
  expect(await server.app.services.accounts.byEmail('ann@example.com')).toMatchObject({
    name: 'Ann Lee',
    createdAid: 1001,
  })
  expect((await importFile(server, file, '--apply')).report).toEqual({
    ann: 'exists',
    bob: 'exists',
  })
})
