import { vi } from 'vitest'
import { fillPath, pathOf, type Endpoint } from '#protocol/endpoint.ts'
import type { Family } from '#protocol/families.ts'
import { groups } from '#protocol/index.ts'
import { createInvitationByEmail } from '#protocol/web/invitations.ts'
import { handlers } from '../../server/endpoints/all.ts'
import type { Client } from './client.ts'
import { createCompany, type Company } from './companies.ts'
import { addInvitations, addMembers, addRoles, secIdsOf } from './fill-company.ts'
import { runCommand } from './organizations.ts'
import { scan, setApp, showCode } from './qr.ts'
import { createTestServer, ORIGIN, type TestServer } from './test-server.ts'

/** An endpoint with its name and group. */
export interface Named {
  readonly name: string
  readonly group: string
  readonly endpoint: Endpoint
}

/** Every endpoint with its name. */
export const namedEndpoints: readonly Named[] = Object.entries(groups).flatMap(([group, rows]) =>
  Object.entries(rows as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name,
    group,
    endpoint,
  })),
)

/** Somebody who may make a call, on a server of their own. */
export interface Scene {
  readonly server: TestServer
  readonly client: Client
  /** Fields with which the call may be made. */
  readonly payload: Readonly<Record<string, unknown>>
  /** Items for lists of a field, as many as one wants. */
  itemAt(field: string): (at: number) => unknown
  /** Sends the call with other values of some fields. */
  send(change?: Readonly<Record<string, unknown>>): Promise<SceneReply>
  /** Returns the payloads that the handler was called with. */
  received(): Record<string, unknown>[]
}

/** Reply to a call or a navigation; `error` is empty without one. */
export interface SceneReply {
  readonly status: number
  readonly error: string
  readonly data: Readonly<Record<string, unknown>>
}

// Walks send more calls than people do.
const settings = {
  CALLS_PER_ADDRESS_10S: '1000000',
  CODES_PER_TARGET_HOUR: '1000000',
  CODES_PER_TARGET_DAY: '1000000',
  CODES_PER_WEB_ID_HOUR: '1000000',
  FAILURES_BEFORE_CAPTCHA: '1000000',
  WRONG_CODES_PER_ADDRESS_HOUR: '1000000',
}

/** Permissions that the application adds, as many as it may. */
const permissionAt = (at: number): string => `report.read_${at}`
const ofApp = Array.from({ length: 100 }, (_, at) => permissionAt(at)).join()

const reference = 't'.repeat(43)

/** Well-formed values of required fields. */
const wellFormed: Readonly<Record<string, unknown>> = {
  email: 'hana@orchard.example',
  mobile: '+819012345678',
  account: 'hana@orchard.example',
  username: 'hana_mori',
  password: 'seven quiet otters',
  current_password: 'seven quiet otters',
  code: '123456',
  type: 13,
  from_aid: 1001,
  to_aid: 1001,
  aid: 1001,
  platform_app_id: 101,
  subject_uid: '1',
  login_subject_uid: '1',
  identity_id: '1',
  to_sec_member_id: 'sm_1',
  session_id: reference,
  event_id: '1',
  grant_id: '1',
  scopes: 'openid profile',
  open_id: reference,
  access_code: 'EARLY-BIRD',
  promo_code: 'SPRING',
  plan: 'team',
  billing: 'monthly',
  currency: 'JPY',
  lark_open_id: 'ou_7d8a6e6d',
  domain: 'orchard.example',
  redirect_uri: 'http://localhost:4322/back',
  code_verifier: reference,
  code_challenge: reference,
  role_name: 'Clerk',
  subject_name: 'Orchard Ltd',
  deputy_name: 'Hana',
  detail: '{}',
  fp: 'verify_walk',
  id: reference,
  proof: 'p'.repeat(22),
  key: 'none',
  permissions: ['deputy.read'],
  purpose: 'login',
  credential: {
    id: reference,
    rawId: reference,
    type: 'public-key',
    response: {
      clientDataJSON: reference,
      authenticatorData: reference,
      signature: reference,
      attestationObject: reference,
    },
  },
  required_level: 2,
  level: 1,
  recovery_code: 'ABCD-EFGH-JKMN-PQRS',
  is_frozen: 0,
  is_banned: 0,
}

/** A picture of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const fileFields: Readonly<Record<string, string>> = {
  upload_avatar: 'avatar',
  upload_pic: 'pic',
  subject_upload_logo: 'logo',
}

type Fill = (company: Company, server: TestServer) => Promise<Record<string, unknown>>
type Fields = Record<string, unknown>

/** Fields of the calls for an organization, of which lists are as long as wanted. */
const inCompany: Readonly<Record<string, Fill>> = {
  deleteOrganization: async () => ({ confirm_name: 'Harbour KK', dry_run: 1 }),
  updateOrganization: async () => ({ subject_name: 'Harbour Kobe', base_infos: { industry: 'x' } }),
  createMember: async ({ id }, server) => ({ roles: await addRoles(server, id, 20) }),
  deleteMember: async ({ id }, server) => ({ ids: await addMembers(server, id, 1000), dry_run: 1 }),
  freezeMember: async ({ id }, server) => ({
    ids: await addMembers(server, id, 1000),
    is_frozen: 1,
  }),
  memberInfo: async ({ id }, server) => ({
    deputy_identity_id: (await addMembers(server, id, 1))[0],
  }),
  updateMember: async ({ id }, server) => ({
    deputy_identity_id: (await addMembers(server, id, 1))[0],
    external_id: 'E-1',
  }),
  listMembers: async ({ id }, server) => {
    await addMembers(server, id, 120)
    return {}
  },
  addUserRole: async ({ id }, server) => ({
    role_key: (await addRoles(server, id, 1))[0],
    sec_user_identity_ids: secIdsOf(server, await addMembers(server, id, 100)),
  }),
  removeUserRole: async ({ id }, server) => {
    const [role_key = ''] = await addRoles(server, id, 1)
    const members = await addMembers(server, id, 100)
    await server.app.services.roles.give(id, role_key, members)
    return { role_key, sec_user_identity_ids: secIdsOf(server, members) }
  },
  banRole: async ({ id }, server) => ({ role_key: (await addRoles(server, id, 1))[0] }),
  createRole: async () => ({
    permissions: Array.from({ length: 100 }, (_, at) => permissionAt(at)),
  }),
  updateRole: async ({ id }, server) => ({
    role_key: (await addRoles(server, id, 1))[0],
    permissions: Array.from({ length: 100 }, (_, at) => permissionAt(at)),
    description: 'Writes letters',
  }),
  roleInfo: async ({ id }, server) => ({ role_key: (await addRoles(server, id, 100))[0] }),
  listRoles: async ({ id }, server) => {
    await addRoles(server, id, 100)
    return {}
  },
  listAllUserRoles: async ({ id }, server) => {
    await addMembers(server, id, 120)
    return {}
  },
  listUserRoles: async ({ id }, server) => ({ identity_id: (await addMembers(server, id, 1))[0] }),
  createInvitationByEmail: async ({ id }, server) => ({ roles: await addRoles(server, id, 20) }),
  createInvitationByMobile: async ({ id }, server) => ({ roles: await addRoles(server, id, 20) }),
  createInvitationByLark: async ({ id }, server) => ({ roles: await addRoles(server, id, 20) }),
  createInvitationsInBulk: async ({ id }, server) => {
    const roles = await addRoles(server, id, 20)
    await makeOld(server, id)
    const rowOf = (at: number): Fields => ({
      row: at,
      email: `guest${at}@example.com`,
      deputy_name: `Guest ${at}`,
      roles: [roles[at % 20]],
    })
    return { rows: Array.from({ length: 200 }, (_, at) => rowOf(at)), dry_run: 1 }
  },
  cancelInvitation: async ({ id }, server) => ({ ids: await addInvitations(server, id, 100) }),
  resendInvitation: async ({ id }, server) => ({
    invite_id: (await addInvitations(server, id, 1))[0],
  }),
  updateInvitation: async ({ id }, server) => ({
    invite_id: (await addInvitations(server, id, 1))[0],
    roles: await addRoles(server, id, 20),
  }),
  listInvitations: async ({ id }, server) => {
    await addInvitations(server, id, 120)
    return {}
  },
  updatePolicy: async () => ({ methods: ['password', 'code'] }),
}

/** Fields of other calls, for whom the person who calls is known. */
const ofPerson: Readonly<Record<string, Fields>> = {
  sendCode: { email: 'hana@orchard.example', type: 13 },
  sendVoiceCode: { mobile: '+819012345678', type: 24 },
  validateCode: { email: 'hana@orchard.example', type: 13 },
  checkCode: { email: 'hana@orchard.example', type: 13 },
  verifyEmail: { email: 'hana@orchard.example' },
  updateUser: { description: 'Likes otters' },
  openSendCode: { email: 'hana@orchard.example', type: 13 },
  ...Object.fromEntries(
    ['authLogin', 'authLoginOnly', 'authBind', 'authUnbind', 'authVerify'].map((name) => [
      name,
      { platform_app_id: 101 },
    ]),
  ),
}

type Prepare = (server: TestServer) => Promise<{
  client: Client
  fields: Fields
  headers?: Record<string, string>
}>

/** Calls whose caller needs something that others have made. */
const prepared: Readonly<Record<string, Prepare>> = {
  acceptInvitation: async (server) => {
    const company = await createCompany(server)
    await setApp(server, { permissions: ofApp })
    const { client, email } = await server.person()
    const roles = await addRoles(server, company.id, 20)
    const invited = { email, deputy_name: 'Hana', roles }
    const { data } = await company.manager.call(createInvitationByEmail, invited)
    const invite_ticket = new URL(String(data.link)).searchParams.get('ticket')
    return { client, fields: { invite_ticket } }
  },
  checkPermission: async (server) => {
    const company = await createCompany(server)
    const secret = (await runCommand(server, 'app', 'secret', 'add', '1001')).split('\n')[0]
    const permissions = Array.from({ length: 20 }, (_, at) => permissionAt(at))
    const fields = { subject_uid: company.id, identity_id: company.manager.id, permissions }
    const headers = { authorization: `Bearer ${secret}` }
    return { client: server.client(), fields, headers }
  },
  confirmQrcode: async (server) => {
    const person = await server.person()
    const { scanToken } = await showCode(server)
    await scan(person, scanToken)
    return { client: person.client, fields: { token: scanToken, action: 'refuse' } }
  },
}

/** Limits that only old organizations have. */
async function makeOld({ database }: TestServer, id: string): Promise<void> {
  await database.query
    .updateTable('organizations')
    .set({ createdAt: 0 })
    .where('id', '=', id)
    .execute()
}

/** Makes a server where somebody may make a call, and the fields for it. */
export async function createScene({ name, group, endpoint }: Named): Promise<Scene> {
  const table = handlers as unknown as Record<string, Record<string, (payload: Fields) => unknown>>
  const spy = vi.spyOn(table[group] ?? {}, name)
  const server = await createTestServer({ settings })
  const schema = (endpoint.payload.schema ?? {}) as Record<string, Endpoint['payload']>
  const isActing = 'subject_uid' in schema && endpoint.session === 'required'
  const company = isActing ? await createCompany(server) : undefined
  const ready = await prepared[name]?.(server)
  const client = ready?.client ?? company?.manager.client ?? (await callerOf(server, endpoint))
  if (company !== undefined) await setApp(server, { permissions: ofApp })
  const fields: Fields = {
    ...(company !== undefined && { subject_uid: company.id }),
    ...ofPerson[name],
    ...ready?.fields,
    ...(company && (await inCompany[name]?.(company, server))),
  }
  const payload = wellFormedFields(endpoint, fields)
  const families = Object.keys(endpoint.paths) as Family[]
  const isOfCompany = company !== undefined && families.includes('aff')
  const path = pathOf(endpoint, isOfCompany ? 'aff' : (families[0] ?? 'web')) ?? ''
  spy.mockClear()
  return {
    server,
    client,
    payload,
    itemAt: (field) => {
      const list = payload[field]
      return (at) => (Array.isArray(list) ? list[at] : undefined) ?? permissionAt(at)
    },
    send: async (change = {}) => {
      const request = requestOf(client, endpoint, path, { ...payload, ...change })
      for (const [header, value] of Object.entries(ready?.headers ?? {})) {
        request.headers.set(header, value)
      }
      return await readReply(await client.send(request))
    },
    received: () => spy.mock.calls.map(([values]) => values),
  }
}

/** Returns well-formed values of the fields that a call must have. */
export function wellFormedFields(
  { payload, defaults, oneOf }: Endpoint,
  given: Fields = {},
): Fields {
  const schema = (payload.schema ?? {}) as Record<string, Endpoint['payload']>
  const isMissing = !oneOf.some((field) => field in given)
  const fields: Fields = {}
  for (const [field, struct] of Object.entries(schema)) {
    const isNeeded = !struct.is(undefined) && !(field in (defaults as object))
    if (field in given) fields[field] = given[field]
    else if (isNeeded || (isMissing && field === oneOf[0]))
      fields[field] = wellFormed[field] ?? reference
  }
  return fields
}

async function callerOf(server: TestServer, { session }: Endpoint): Promise<Client> {
  return session === 'none' ? server.client() : (await server.person()).client
}

/** Returns the request of a call as our client makes it; text in fields is sent as it is. */
function requestOf(client: Client, endpoint: Endpoint, path: string, fields: Fields): Request {
  const texts = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    textOf(value),
  ])
  const [method = 'POST'] = endpoint.methods
  const query = new URLSearchParams({ aid: '1001', language: 'en', fp: client.webId })
  if (method === 'GET') for (const [name, value] of texts) query.set(name, value)
  const filled = fillPath(path, { aid: '1001', ...Object.fromEntries(texts) })
  const headers = {
    origin: ORIGIN,
    'x-tt-passport-csrf-token': client.cookies.get('passport_csrf_token') ?? 'made up',
    ...(endpoint.body === 'json' && { 'content-type': 'application/json' }),
  }
  const body = method === 'GET' ? null : bodyOf(endpoint, fields, texts)
  return new Request(`${ORIGIN}${filled}?${query}`, { method, headers, body, redirect: 'manual' })
}

function bodyOf(
  { body, operation }: Endpoint,
  fields: Fields,
  texts: [string, string][],
): BodyInit {
  if (body === 'json') return JSON.stringify(fields)
  if (body !== 'multipart') return new URLSearchParams(texts)
  const form = new FormData()
  for (const [name, value] of texts) form.append(name, value)
  form.append(fileFields[operation] ?? '', new Blob([picture]), 'a.png')
  return form
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const isList = Array.isArray(value) && value.every((one) => typeof one !== 'object')
  return isList ? value.join() : JSON.stringify(value)
}

async function readReply(reply: Response): Promise<SceneReply> {
  const text = await reply.text()
  const isEnvelope = reply.headers.get('content-type')?.startsWith('application/json') === true
  if (!isEnvelope || text === '') return { status: reply.status, error: '', data: {} }
  const { data, message } = JSON.parse(text) as { data: Fields; message: string }
  return { status: reply.status, error: message === 'success' ? '' : String(data.name), data }
}
