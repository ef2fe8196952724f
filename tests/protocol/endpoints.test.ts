import { describe, expect, test } from 'vitest'
import { codeTypes, isFor, type Channel, type CodeTypeNumber } from '../../protocol/code-types.ts'
import { errorsOf, pathsOf, type Endpoint } from '../../protocol/endpoint.ts'
import { errorName, errors, errorStatus } from '../../protocol/errors.ts'
import { formEndpoints, groups, collectorEndpoints } from '../../protocol/index.ts'
import { errorMessages as english } from '../../protocol/messages/en/errors.ts'
import { errorMessages as japanese } from '../../protocol/messages/ja/errors.ts'
import { errorMessages as chinese } from '../../protocol/messages/zh/errors.ts'
import * as forms from '../../protocol/forms.ts'
import { rememberedSignIns } from '../../server/two-step/remembered-sign-ins.ts'
import { preferredType } from '../../protocol/preferred-types.ts'

const endpoints = Object.values(groups).flatMap((group) =>
  Object.entries(group as Record<string, Endpoint>),
)

test('every plain form is listed', () => {
  const all = Object.values(forms).filter((one) => 'path' in one)
  expect(new Set(formEndpoints)).toEqual(new Set(all))
})

test('each sign-in that a remembered browser spares is a call that asks for a second proof', () => {
  const asking = endpoints.filter(([, endpoint]) => endpoint.errors.includes('second_verify'))
  const names = asking.map(([, { operation }]) => operation)
  expect(names).toEqual(expect.arrayContaining([...rememberedSignIns]))
})

describe('every endpoint', () => {
  test('has its own paths and methods', () => {
    const seen = new Map<string, string>()
    for (const [name, endpoint] of endpoints) {
      for (const { path } of pathsOf(endpoint)) {
        for (const method of endpoint.methods) {
          const key = `${method} ${path}`
          expect(seen.get(key), `${key} of ${name}`).toBeUndefined()
          seen.set(key, name)
        }
      }
    }
  })

  test('has its own operation id and a description', () => {
    const ids = [
      ...endpoints.map(([, endpoint]) => endpoint),
      ...formEndpoints,
      ...collectorEndpoints,
    ].map(({ operation }) => operation)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, endpoint] of endpoints) expect(endpoint.description).toMatch(/\.$/)
  })

  test('has paths without trailing slash', () => {
    for (const [, endpoint] of endpoints) {
      for (const { path } of pathsOf(endpoint)) expect(path).toMatch(/^\/[\w./:-]*\w$/)
    }
  })

  test.each(endpoints)('%s names only fields that it has', (_, endpoint) => {
    const fields = Object.keys((endpoint.payload.schema ?? {}) as object)
    for (const field of [
      ...endpoint.sensitive,
      ...endpoint.oneOf,
      ...Object.keys(endpoint.defaults as object),
    ]) {
      expect(fields).toContain(field)
    }
  })

  test('requires a session if it can answer session_expired', () => {
    for (const [name, endpoint] of endpoints.filter(([, { session }]) => session !== 'optional')) {
      expect(errorsOf(endpoint).includes('session_expired'), name).toBe(
        endpoint.session === 'required',
      )
      expect(endpoint.errors, name).not.toContain('session_expired')
    }
  })
})

describe('the error catalogue', () => {
  test('has unique numbers', () => {
    const codes = Object.values(errors).map((row) => row.code)
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('finds errors by their numbers', () => {
    expect(errorName(1009)).toBe('password_error')
    expect(errorName(4242)).toBeUndefined()
  })

  test('uses HTTP status 200 unless the request or the server failed', () => {
    expect(errorStatus('code_error')).toBe(200)
    expect(errorStatus('csrf_error')).toBe(403)
    expect(errorStatus('unknown_operation')).toBe(404)
  })

  test('has a sentence for each error in each language', () => {
    for (const texts of [english, japanese, chinese]) {
      for (const text of Object.values(texts)) expect(text).toMatch(/[.。]$/)
    }
  })
})

describe('code types', () => {
  test('are accepted by existing operations only', () => {
    const operations = new Set(
      [...endpoints.map(([, endpoint]) => endpoint), ...formEndpoints].map(
        (endpoint) => endpoint.operation,
      ),
    )
    const named = new Set<string>(Object.values(codeTypes).flatMap((type) => type.operations))
    expect([...named].filter((operation) => !operations.has(operation))).toEqual([])
  })

  test('have a preferred number for each purpose and channel', () => {
    for (const [purpose, byChannel] of Object.entries(preferredType)) {
      for (const [channel, number] of Object.entries(byChannel) as [Channel, CodeTypeNumber][]) {
        expect(codeTypes[number].purpose).toBe(purpose)
        expect(isFor(codeTypes[number], channel)).toBe(true)
      }
    }
  })
})
