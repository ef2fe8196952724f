import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import process from 'node:process'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, onTestFinished, test } from 'vitest'
import { adminCalls, type AdminCallName } from '#protocol/admin.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { emailRegister } from '#protocol/web/registration.ts'
import { listSessions, logout } from '#protocol/web/session.ts'
import type { Example } from '../../scripts/openapi/examples.ts'
import { root } from '../../scripts/lib/prepare.mjs'
import { createAdmin } from '../support/admin-api.ts'
import { recordFormer } from '../../server/addresses/former-address.ts'
import { tell } from '../support/webhooks.ts'

const file = path.join(root, 'scripts/openapi/examples.json')
const signIn = {
  accountInfo,
  emailCodeLogin,
  emailRegister,
  listSessions,
  logout,
  passwordLogin,
  sendCode,
}

type Recorded = Record<'admin' | 'protocol', Record<string, Example>>

async function startReceiver(): Promise<string> {
  const receiver = createServer((_request, reply) => reply.writeHead(204).end())
  onTestFinished(() => void receiver.close())
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
}

/** Makes every call of the admin API, and those of a sign-in. */
async function record(): Promise<Recorded> {
  const recorded: Recorded = { admin: {}, protocol: {} }
  const { server, call } = await createAdmin()
  const url = await startReceiver()
  const ask = async (
    name: AdminCallName,
    parameters: Record<string, string | number> = {},
    body?: object,
    // oxlint-disable-next-line typescript/no-explicit-any -- fields of many replies are read
  ): Promise<any> => {
    const { method, path: shown } = adminCalls[name]
    const left = new URLSearchParams()
    let sent: string = shown
    for (const [key, value] of Object.entries(parameters)) {
      if (sent.includes(`{${key}}`)) sent = sent.replace(`{${key}}`, String(value))
      else left.set(key, String(value))
    }
    const query = left.size > 0 ? `?${left}` : ''
    const { status, body: reply } = await call(method, sent + query, body && { body })
    expect(status, `${name} ${JSON.stringify(reply)}`).toBeLessThan(300)
    recorded.admin[name] = { parameters, ...(body && { body }), ...(reply && { reply }) }
    return reply
  }

  const client = server.client()
  const say = async (name: keyof typeof signIn, body: Record<string, unknown>): Promise<void> => {
    const endpoint: Endpoint = signIn[name]
    const { body: reply, error } = await client.call(endpoint, body as never)
    expect(error, name).toBeUndefined()
    recorded.protocol[name] = { parameters: endpoint.methods[0] === 'GET' ? body : {}, body, reply }
  }
  const email = 'ann@example.com'
  const password = 'seven quiet otters'
  await say('sendCode', { email, type: 16 })
  await say('emailRegister', { email, code: await server.codeFor(email), password })
  await say('accountInfo', {})
  await say('listSessions', {})
  await say('logout', {})
  await say('passwordLogin', { email, password })
  await say('logout', {})
  server.clock.passSeconds(61)
  await client.call(sendCode, { email, type: 13 })
  await say('emailCodeLogin', { email, code: await server.codeFor(email) })

  const { users } = await ask('listUsers', { search: 'ann', limit: 20 })
  const { id } = users[0]
  const reason = 'Asked by mail, case 17'
  await ask('getUser', { id })
  await ask('changeUser', { id }, { name: 'Ann Sailor', external_id: 'crm-17' })
  const acts = [
    'freezeUser',
    'unfreezeUser',
    'limitUser',
    'unlimitUser',
    'banUser',
    'unbanUser',
  ] as const
  const { sessions } = await ask('listSessions', { id })
  await ask('endSession', { id, session_id: sessions[0].id })
  await ask('endSessions', { id })
  for (const act of acts) await ask(act, { id }, { reason })
  await ask('exportUser', { id })
  await server.app.services.transaction(async (tx) => {
    await tx.accounts.setAddress(id, 'email', email, null)
    await recordFormer(tx, id, { channel: 'email', address: email })
  })
  await ask('restoreAddress', { id }, { reason, address: email })
  await ask('resetPassword', { id }, { reason })
  await ask('listUserEvents', { id, limit: 2 })
  await ask('listUserAttempts', { id })
  await ask('listEvents', { kind: 'banned', limit: 2 })
  await ask('listApps')
  const kinds = ['user.created', 'user.deleted']
  const { webhook } = await ask('addWebhook', {}, { url, kinds })
  await tell(server)
  const hook = { id: webhook.id }
  await ask('listWebhooks')
  await ask('getWebhook', hook)
  const { deliveries } = await ask('listDeliveries', { ...hook, limit: 1 })
  await ask('replayDelivery', { ...hook, event_id: deliveries[0].event_id })
  await ask('renewWebhookSecret', hook)
  await ask('changeWebhook', hook, { kinds: ['user.deleted'] })
  await ask('removeWebhook', hook)
  const made = await ask(
    'createUser',
    {},
    { email: 'bob@example.com', email_verified: true, name: 'Bob' },
  )
  await ask('eraseUser', { id: made.id }, { reason })
  return recorded
}

interface Documented {
  paths: Record<string, Record<string, { operationId?: string } | undefined>>
}

const documents = { admin: 'admin-openapi.json', protocol: 'openapi.json' } as const

/** Returns where the schemas of a call are in a document. */
function placeOf(document: Documented, name: string): string {
  for (const [address, item] of Object.entries(document.paths)) {
    const method = Object.keys(item).find((key) => item[key]?.operationId === name)
    if (method !== undefined) {
      return `/paths/${encodeURIComponent(address.replaceAll('/', '~1'))}/${method}`
    }
  }
  throw new Error(`no call is named ${name}`)
}

test('has an example of each call of the admin API and of the sign-in, as the schemas say', async () => {
  if (process.env.UPDATE_EXAMPLES === '1') {
    writeFileSync(file, `${JSON.stringify(await record(), undefined, 1)}\n`)
  }
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Recorded
  const advice = 'docs/recipes/add-an-admin-call.md says how examples are recorded'
  expect(Object.keys(recorded.admin).toSorted(), advice).toEqual(Object.keys(adminCalls).toSorted())
  expect(Object.keys(recorded.protocol).toSorted()).toEqual(Object.keys(signIn).toSorted())
  for (const [kind, name] of Object.entries(documents)) {
    const document = JSON.parse(readFileSync(path.join(root, 'docs', name), 'utf8')) as Documented
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
    ajv.addSchema(document, name)
    for (const [call, { parameters, body, reply }] of Object.entries(recorded[kind as 'admin'])) {
      const place = placeOf(document, call)
      const operation = place
        .split('/')
        .slice(1)
        .map((part) => decodeURIComponent(part).replaceAll('~1', '/'))
      const {
        parameters: known = [],
        requestBody,
        responses,
      } = operation.reduce(
        (found, part) => found[part] as never,
        document as never as Record<string, never>,
      ) as unknown as Operation
      const check = (pointer: string, value: unknown): void => {
        const isValid = ajv.validate({ $ref: `${name}#${place}${pointer}` }, value)
        expect(isValid, `${call} ${pointer}: ${ajv.errorsText()}`).toBe(true)
      }
      const shownParameters = known.flatMap(({ name: field, example }, at) =>
        field !== undefined && field in parameters ? [{ field, example, at }] : [],
      )
      for (const { field, example, at } of shownParameters) {
        expect(example, `${call} ${field}`).toEqual(parameters[field])
        check(`/parameters/${at}/schema`, example)
      }
      const [type = ''] = Object.keys(requestBody?.content ?? {})
      expect(requestBody?.content[type]?.example, call).toEqual(requestBody && body)
      if (requestBody !== undefined) {
        check(`/requestBody/content/${encodeURIComponent(type.replace('/', '~1'))}/schema`, body)
      }
      const status = Object.keys(responses).find((code) => code.startsWith('2')) ?? ''
      const shown = responses[status]?.content?.['application/json']
      expect(shown?.example, call).toEqual(shown && reply)
      if (shown !== undefined) {
        check(`/responses/${status}/content/application~1json/schema`, reply)
      }
    }
  }
})

interface Operation {
  parameters?: { name?: string; example?: unknown }[]
  requestBody?: { content: Record<string, { example: unknown }> }
  responses: Record<string, { content?: Record<string, { example: unknown }> }>
}

test('records examples that a run makes again', async () => {
  const recorded = await record()
  expect(Object.keys(recorded.admin)).toHaveLength(Object.keys(adminCalls).length)
})
