import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pathsOf, type Endpoint } from '#protocol/endpoint.ts'
import { groups } from '#protocol/index.ts'
import { knownProviders } from '#protocol/providers.ts'
import { createPassport, PassportError, type Passport } from '../../widget/src/client/index.ts'
import * as calls from '../../widget/package/calls.ts'
import { createTestServer, ORIGIN, type TestServer } from '../support/test-server.ts'
import { openBrowser } from './browser.ts'

const root = path.join(import.meta.dirname, '../..')
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8')

const rows: Record<string, Endpoint> = Object.assign({}, ...Object.values(groups))
const line = /^- \*\*From TypeScript\*\*: (.+)$/gm
const documented = Array.from(read('docs/protocol.md').matchAll(line), ([, text = '']) => text)
const lines = documented.flatMap((text) => {
  const [, name = '', fields = '', file, by = ''] =
    /^`send\((\w+), (\{.*?\})(?:, \{ files: \{ (\w+) \} \})?\)` of (.+)$/.exec(text) ?? []
  return name === '' ? [] : [{ name, fields: fields.match(/\w+/g) ?? [], file, by }]
})

const TICKET = 't'.repeat(43)

const examples: Readonly<Record<string, unknown>> = {
  agree: 1,
  code: '123456',
  code_verifier: TICKET,
  email: 'ann@example.com',
  fp: 'verify_one',
  mobile: '+819012345678',
  permissions: 'role.read',
  platform_app_id: knownProviders.github.appId,
  proof: 'p'.repeat(22),
  type: 13,
}

function exampleOf(field: string): unknown {
  return examples[field] ?? (/ticket|_key$|^auth_code$|^id$/.test(field) ? TICKET : '1')
}

test('has every call of the table in the package', () => {
  expect(Object.keys(calls).toSorted()).toEqual(Object.keys(rows).toSorted())
  for (const [name, row] of Object.entries(rows)) expect(Reflect.get(calls, name), name).toBe(row)
})

test('documents a line for every call but those that browsers navigate to', () => {
  expect(documented).toHaveLength(Object.keys(rows).length)
  const others = documented.filter((text) => !text.startsWith('`send('))
  expect(new Set(others)).toEqual(
    new Set(['none: browsers navigate there', 'none: it needs a header of its own']),
  )
})

test.each(lines)('send($name) works as documented', async ({ name, fields, file, by }) => {
  const server = await createTestServer()
  const { email, password } = await server.person()
  const browser = openBrowser(server)
  const { fetch, webId } = browser
  const passport = createPassport({ aid: 1001, language: 'en', fetch, fingerprint: () => webId })
  await passport.web.send(calls.passwordLogin, { email, password })
  const row = rows[name]
  if (row === undefined) throw new Error(`there is no call ${name}`)
  const payload = Object.fromEntries(fields.map((field) => [field, exampleOf(field)]))
  const files = file === undefined ? {} : { [file]: new Blob(['x']) }
  const sources = by === 'any interface' ? ['web', 'app', 'sso'] : (by.match(/\w+/g) ?? [])
  const paths = pathsOf(row).map((one) => one.path.replaceAll(/:\w+/g, '1'))
  for (const source of sources as (keyof Passport)[]) {
    const answer = await passport[source].send(row, payload, { files }).catch((error: unknown) => {
      // What else is thrown was not answered by the call.
      if (error instanceof PassportError) return error
      throw error
    })
    expect(paths).toContain(browser.sent.at(-1)?.path)
    // The values are made up, so most calls are refused; but not for want of a field.
    if (!(answer instanceof PassportError)) continue
    expect(answer.name, source).not.toBe('csrf_error')
    const refused = (answer.data as { fields?: { field: string; rule: string }[] }).fields ?? []
    expect(refused.filter(({ rule }) => rule === 'required' || rule === 'one_of')).toEqual([])
  }
})

const blocks = Array.from(
  read('docs/client.md').matchAll(/```ts\n(.+?)```/gs),
  ([, code = '']) => code,
)

/** Runs a block of the document against a test server, as a module of its own; returns what it said. */
async function runBlock(code: string, server: TestServer, before = ''): Promise<string[]> {
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((...words) => void said.push(words.join(' ')))
  vi.stubGlobal('fetch', openBrowser(server).fetch)
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(path.join(root, '.cache/documented-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const own = code
    .replace("'passport-login/client'", `'${root}/widget/src/client/index.ts'`)
    .replace("'passport-login/calls'", `'${root}/widget/package/calls.ts'`)
    .replaceAll('https://id.example.com', ORIGIN)
  writeFileSync(path.join(folder, 'block.ts'), `${before}\n${own}`)
  await import(path.join(folder, 'block.ts'))
  return said
}

test('runs the blocks of the page about the client', async () => {
  const server = await createTestServer()
  const [first = '', second = '', ...others] = blocks
  expect(others).toEqual([])
  expect(await runBlock(first, server)).toEqual([expect.stringMatching(/^password_error /)])
  await server.person({ email: 'ann@example.com', password: 'seven quiet otters' })
  expect(await runBlock(first, server)).toEqual([expect.stringMatching(/^Welcome, /)])
  expect(await runBlock(second, server, "const sessionKey = ''")).toEqual([])
})
