import { validate, type Struct } from 'superstruct'
import { expect, test } from 'vitest'
import { formEndpoints } from '#protocol/index.ts'
import { givenFields, parseForm } from '../../../server/http/parse-fields.ts'
import { createTestServer } from '../../support/test-server.ts'
import { createScene, namedEndpoints } from '../../support/valid-calls.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type AnyStruct = Struct<any, any>

function fieldNames({ schema }: AnyStruct): string[] {
  return Object.keys((schema ?? {}) as unknown as Record<string, Struct>)
}

/** Returns the fields that take an empty text or list. */
function takingEmpty({ schema }: AnyStruct): string[] {
  return Object.entries((schema ?? {}) as unknown as Record<string, Struct>)
    .filter(([, struct]) => validate('', struct, { coerce: true })[0] === undefined)
    .map(([name]) => name)
}

const walked = namedEndpoints.filter(({ endpoint }) => takingEmpty(endpoint.payload).length > 0)

// A struct that takes an empty text by mistake would change what a form with an unused input does.
test('these fields may be emptied, and no others', () => {
  const names = walked.map(
    ({ name, endpoint }) => `${name}: ${takingEmpty(endpoint.payload).join(', ')}`,
  )
  expect(names).toEqual([
    'updateUser: description, birthday, value',
    'applyEarlyAccess: about',
    'createMember: roles',
    'updateMember: external_id',
    'createRole: description',
    'updateRole: description',
    'createInvitationByEmail: roles',
    'createInvitationByMobile: roles',
    'createInvitationByLark: roles',
    'updateInvitation: roles, next_url',
    'openSiteCaptcha: action',
  ])
  const inForms = formEndpoints.map(({ path, payload }) => [path, ...takingEmpty(payload)])
  expect(inForms.filter(([, field]) => field !== undefined)).toEqual([['/form/account', 'name']])
})

test.each(walked)('$name gets what was emptied as empty', async (named) => {
  const scene = await createScene(named)
  for (const field of takingEmpty(named.endpoint.payload)) {
    const reply = await scene.send({ [field]: '' })
    const received = scene.received().at(-1)
    expect(received, JSON.stringify(reply)).toHaveProperty(field)
    expect(['', []]).toContainEqual(received?.[field])
  }
})

/** Returns the lists of a payload that may not be empty. */
function fullLists({ schema }: AnyStruct): string[] {
  return Object.entries((schema ?? {}) as unknown as Record<string, Struct>)
    .filter(([, struct]) => struct.type === 'array')
    .filter(([, struct]) => validate('', struct, { coerce: true })[0] !== undefined)
    .map(([name]) => name)
}

const withFullLists = namedEndpoints.filter(
  ({ endpoint }) => fullLists(endpoint.payload).length > 0,
)

test.each(withFullLists)('$name refuses a list that was emptied', async (named) => {
  const scene = await createScene(named)
  for (const field of fullLists(named.endpoint.payload)) {
    const reply = await scene.send({ [field]: '' })
    expect(reply.error).toBe('bad_parameter')
    expect(reply.data.fields).toContainEqual(expect.objectContaining({ field }))
    expect(scene.received()).toEqual([])
  }
})

const payloads: [name: string, payload: AnyStruct][] = [
  ...namedEndpoints.map(({ name, endpoint }): [string, AnyStruct] => [name, endpoint.payload]),
  ...formEndpoints.map(({ path, payload }): [string, AnyStruct] => [path, payload]),
]

test.each(payloads)('%s takes other empty fields as not sent', (_, payload) => {
  const sent = parseForm(
    fieldNames(payload)
      .map((name) => `${name}=`)
      .join('&'),
  )
  const kept = [...takingEmpty(payload), ...fullLists(payload)]
  expect(Object.keys(givenFields(sent.values, payload)).toSorted()).toEqual(kept.toSorted())
})

test.each(payloads.filter(([name]) => name.startsWith('/')))(
  'a post to %s with every unused input empty is answered as one without',
  async (path, payload) => {
    const server = await createTestServer()
    const { client } = await server.person()
    const unused = fieldNames(payload).filter((name) => !takingEmpty(payload).includes(name))
    const empty = Object.fromEntries(unused.map((name) => [name, '']))
    const [one, other] = [await client.form(path, {}), await client.form(path, empty)]
    expect(other.status).toBe(one.status)
    expect(other.status).toBeLessThan(500)
    expect(other.headers.get('location')).toBe(one.headers.get('location'))
  },
)
