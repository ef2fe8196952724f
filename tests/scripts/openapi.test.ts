import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, onTestFinished, test } from 'vitest'
import { bigint, object, optional, size as unrecordedSize, string } from 'superstruct'
import { adminUser } from '../../protocol/admin-objects.ts'
import { ADMIN_PATH, adminCalls, type AdminCall } from '../../protocol/admin.ts'
import { pathsOf, type Endpoint } from '../../protocol/endpoint.ts'
import { groups } from '../../protocol/index.ts'
import { root } from '../../scripts/lib/prepare.mjs'
import { schemaOf } from '../../scripts/openapi/json-schema.ts'
import { nonempty, pattern, refine, size } from '../../scripts/openapi/recording-superstruct.ts'
import { PROCESS_TEST_MS, startServerProcess } from '../support/server-process.ts'

const run = promisify(execFile)
const at = (...parts: string[]): string => path.join(root, ...parts)

interface Operation {
  operationId: string
  responses: Record<string, { content?: object }>
}

interface PathItem {
  'x-paths'?: string[]
  get?: Operation
  post?: Operation
}

const document = JSON.parse(readFileSync(at('docs/openapi.json'), 'utf8')) as {
  paths: Record<string, PathItem>
}

test('says that browsers may get a page wherever they navigate to', () => {
  const all = Object.values(document.paths).flatMap(({ get }) => (get ? [get.responses] : []))
  const navigated = all.filter((responses) => '302' in responses)
  expect(navigated.length).toBeGreaterThan(5)
  for (const responses of navigated) {
    for (const status of ['200', '4XX', '5XX']) {
      expect(Object.keys(responses[status]?.content ?? {})).toContain('text/html')
    }
  }
})

interface AdminOperation {
  operationId: string
  'x-scope': string
  requestBody?: { required?: boolean }
  responses: Record<string, { headers?: { ETag?: object } }>
}

const adminDocument = JSON.parse(readFileSync(at('docs/admin-openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, AdminOperation>>
}

test('has each call once, with its methods and all of its paths', () => {
  const shown = Object.entries(document.paths).map(([first, item]) => ({
    paths: [first, ...(item['x-paths'] ?? [])],
    methods: [...(item.get ? ['GET'] : []), ...(item.post ? ['POST'] : [])],
  }))
  const known = Object.values<Record<string, Endpoint>>(groups).flatMap((group) =>
    Object.values(group).map((endpoint) => ({
      paths: pathsOf(endpoint).map((one, place) =>
        place === 0 ? one.path.replaceAll(/:(\w+)/g, '{$1}') : one.path,
      ),
      methods: endpoint.methods.toSorted(),
    })),
  )
  // Modules list their exports in another order in tests.
  const sorted = (all: { paths: string[] }[]) => new Map(all.map((one) => [one.paths[0], one]))
  expect(sorted(shown)).toEqual(sorted(known))
  expect(shown).toHaveLength(known.length)
})

test('names each operation once', () => {
  const ids = Object.values(document.paths).flatMap(({ get, post }) =>
    [get, post].flatMap((one) => one?.operationId ?? []),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('has each call of the admin API once, with its scope', () => {
  const shown = Object.entries(adminDocument.paths).flatMap(([address, item]) =>
    Object.entries(item).map(
      ([method, one]) => `${one.operationId} ${method} ${address} ${one['x-scope']}`,
    ),
  )
  const known = Object.entries<AdminCall>(adminCalls).map(
    ([name, { method, path: tail, scope }]) =>
      `${name} ${method.toLowerCase()} ${ADMIN_PATH}${tail} ${scope}`,
  )
  expect(shown.toSorted()).toEqual(known.toSorted())
})

test('says that bodies must come, and which replies have an ETag', () => {
  const operations = Object.values(adminDocument.paths).flatMap((item) => Object.values(item))
  const bodies = operations.flatMap(({ requestBody }) => requestBody ?? [])
  expect(bodies.length).toBeGreaterThan(10)
  expect(bodies.filter(({ required }) => required !== true)).toEqual([])
  const tagged = operations.filter(({ responses }) =>
    Object.values(responses).some(({ headers }) => headers?.ETag !== undefined),
  )
  const known = Object.entries<AdminCall>(adminCalls).filter(([, { reply }]) => reply === adminUser)
  expect(tagged.map(({ operationId }) => operationId).toSorted()).toEqual(
    known.map(([name]) => name).toSorted(),
  )
})

test('passes a linter without an error', { timeout: PROCESS_TEST_MS }, async () => {
  const { stdout, stderr } = await run(
    process.execPath,
    [
      at('node_modules/@redocly/cli/bin/cli.js'),
      'lint',
      at('docs/openapi.json'),
      at('docs/admin-openapi.json'),
      '--config',
      at('scripts/openapi/redocly.yaml'),
    ],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  )
  expect(stdout + stderr).toContain('valid')
  expect(stdout + stderr).not.toMatch(/error|warning/i)
})

test('types a client, which makes twenty calls', { timeout: PROCESS_TEST_MS }, async () => {
  const folder = mkdtempSync(at('.cache/typed-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(at('examples/typed-client'), folder, { recursive: true })
  const types = await openapiTS(new URL('../../docs/openapi.json', import.meta.url), {
    defaultNonNullable: false,
  })
  writeFileSync(path.join(folder, 'passport.d.ts'), astToString(types))
  const compiler = at('node_modules/@typescript/native/bin/tsc')
  const { stdout: complaints } = await run(process.execPath, [compiler, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  )
  expect(complaints).toBe('')

  const { origin } = await startServerProcess({ DATA_DIR: path.join(folder, 'data') })
  const { stdout } = await run(process.execPath, [path.join(folder, 'tour.ts'), origin])
  expect(stdout).toContain('Orchard Ltd, JP\n')
  expect(stdout).toContain('a wrong password is password_error\nsession_expired\n')
})

test('knows lengths and patterns of a text, also where it may be missing', () => {
  const name = optional(pattern(size(string(), 1, 64), /^\p{L}+$/u))
  expect(schemaOf(object({ name }), new Map())).toEqual({
    type: 'object',
    properties: { name: { type: 'string', minLength: 1, maxLength: 64, pattern: '^\\p{L}+$' } },
  })
})

test('refuses a type of structs that it does not know', () => {
  expect(() => schemaOf(object({ id: bigint() }), new Map())).toThrow('structs of type bigint')
})

test('refuses refiners that cannot say what they ask for', () => {
  expect(() => schemaOf(unrecordedSize(string(), 1, 64), new Map())).toThrow('without words')
  expect(() => schemaOf(unrecordedSize(nonempty(string()), 64), new Map())).toThrow('without words')
  expect(() => refine(string(), 'round', () => true)).toThrow('"round" has no words')
})
