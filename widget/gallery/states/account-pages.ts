import type { Endpoint, Reply } from '#protocol/endpoint.ts'
import { listIdentities } from '#protocol/web/identity.ts'
import { invitationBlocks, myInvitations } from '#protocol/web/invitations.ts'
import { listGrants } from '#protocol/web/oauth-grants.ts'
import { listMethods } from '#protocol/web/methods.ts'
import { listConnections, listPlatforms } from '#protocol/web/providers.ts'
import { listSecurityEvents } from '#protocol/web/security.ts'
import { listSessions } from '#protocol/web/session.ts'
import type { AccountPageName } from '../../src/base/account-pages.ts'
import type { Account } from '../../src/client/calls/account.ts'
import { NetworkError } from '../../src/client/errors.ts'
import type { Client } from '../../src/client/index.ts'
import { sampleAccount } from './sample-account.ts'

/** A page of the account, whose calls `client` answers. */
export interface AccountPageFixture {
  page: AccountPageName
  user: Account
  client: Client
}

// Times are shown as distances from now.
const now = Math.floor(Date.now() / 1000)
const DAY = 86_400

/** A client whose calls wait, fail, or have one of these replies. */
function clientOf(send: <Answer>(operation: string) => Promise<Answer>): Client {
  return {
    send: async <E extends Endpoint>(row: E | (() => Promise<E>)) => {
      const { operation } = typeof row === 'function' ? await row() : row
      return await send<Reply<E>>(operation)
    },
    warmUp: () => Promise.resolve(),
  }
}

const waiting = clientOf(() => new Promise(() => undefined))
const failing = clientOf(() => Promise.reject(new NetworkError('unreachable')))

function answering(
  ...replies: readonly (readonly [endpoint: { operation: string }, reply: object])[]
): Client {
  const known = new Map(
    replies.map(([{ operation }, reply]) => [
      operation,
      Array.isArray(reply) ? pageOf(reply) : reply,
    ]),
  )
  return clientOf(<Answer>(operation: string) =>
    Promise.resolve((known.get(operation) ?? pageOf([])) as Answer),
  )
}

function pageOf(list: readonly object[]): object {
  return { list, total: list.length, page: 1, page_size: 100, has_more: false }
}

type Row<E extends Endpoint> = Reply<E> extends { list: (infer One)[] } ? One : never

const session: Row<typeof listSessions> = {
  session_id: 's1',
  current: 1,
  name: '',
  device: 'Chrome on Windows',
  address: '203.0.113.x',
  created_at: now - 9 * DAY,
  last_seen_at: now,
  expires_at: now + 20 * DAY,
}
const sessions = [
  session,
  { ...session, session_id: 's2', current: 0, name: 'Kitchen', device: 'Safari on iPad' },
  { ...session, session_id: 's3', current: 0, device: '', last_seen_at: now - 3 * DAY },
]

const grant: Row<typeof listGrants> = {
  grant_id: 'g1',
  client_name: 'Harbour Board',
  host: 'board.example',
  subject_name: 'Harbour Works',
  scopes: [
    { scope: 'openid', description: '', required: 1 },
    { scope: 'email', description: '', required: 0 },
    { scope: 'https://api.example#read', description: 'Read your boards', required: 0 },
  ],
  has_offline: 1,
  created_at: now - 40 * DAY,
  changed_at: now - 40 * DAY,
  last_used_at: now - 2 * DAY,
}

const event: Row<typeof listSecurityEvents> = {
  event_id: '1',
  kind: 'signed_in',
  by: 'user_login',
  app_id: 1001,
  device: 'Firefox on Linux',
  address: '198.51.100.x',
  created_at: now - 7200,
}
const events = [
  event,
  { ...event, event_id: '2', kind: 'program_allowed', by: 'Harbour Board' },
  { ...event, event_id: '3', kind: 'password_changed', created_at: now - 5 * DAY },
]

const oneself: Row<typeof listIdentities> = {
  sec_member_id: 'm0',
  subject_uid: '0',
  user_identity_id: '0',
  subject_name: '',
  logo_url: '',
  deputy_name: 'Ann Example',
  is_frozen: 0,
  current: 1,
}
const memberships = [
  oneself,
  membershipOf('71', 'Harbour Works'),
  { ...membershipOf('72', 'Orchard'), is_frozen: 1 as const },
]

function membershipOf(id: string, name: string): Row<typeof listIdentities> {
  return {
    ...oneself,
    subject_uid: id,
    user_identity_id: id,
    sec_member_id: id,
    subject_name: name,
    current: 0,
  }
}

const invitation: Row<typeof myInvitations> = {
  invite_id: 'i1',
  subject_name: 'Quay Press',
  inviter_name: 'Ben Carter',
  deputy_name: 'Ann',
  expire_time: now + 6 * DAY,
  by_domain: 0,
}
const block: Row<typeof invitationBlocks> = {
  subject_uid: '73',
  subject_name: 'Loud Offers',
  expire_time: now + 300 * DAY,
}

const connection: Row<typeof listConnections> = {
  platform: 'github',
  platform_app_id: 1,
  platform_title: 'GitHub',
  platform_screen_name: 'ann-example',
  profile_image_url: '',
  platform_uid: '4711',
  sec_platform_uid: 'p1',
  open_id: '4711',
  modify_time: now - 90 * DAY,
  expires_in: 0,
  expired_time: 0,
  access_token: '',
}

const platforms: Row<typeof listPlatforms>[] = [
  { platform: 'github', platform_app_id: 1, name: 'GitHub' },
  { platform: 'google', platform_app_id: 2, name: 'Google' },
]

const app: Reply<typeof listMethods>['methods'][number] = {
  id: 'a1',
  method: 'totp_verify',
  name: 'My phone',
  created_at: now - 30 * DAY,
  last_used_at: now - DAY,
  provider: '',
  is_synced: 0,
  is_suspect: 0,
}
const passkey: typeof app = {
  ...app,
  id: 'p1',
  method: 'passkey_verify',
  name: 'Laptop',
  provider: 'iCloud Keychain',
  is_synced: 1,
}
const passkeys = [
  passkey,
  { ...passkey, id: 'p2', name: 'Key on the ring', provider: '', is_synced: 0, last_used_at: 0 },
  { ...passkey, id: 'p3', name: 'Old phone', is_suspect: 1 },
] as const
const apps = [
  ...passkeys,
  app,
  { ...app, id: 'a2', name: 'Tablet in the kitchen', last_used_at: 0 },
]

const full = answering(
  [listSessions, sessions],
  [listGrants, [grant]],
  [listSecurityEvents, { ...pageOf(events), has_more: true }],
  [listIdentities, memberships],
  [myInvitations, [invitation, { ...invitation, invite_id: 'i2', by_domain: 1, expire_time: 0 }]],
  [invitationBlocks, [block]],
  [listConnections, [connection]],
  [listPlatforms, platforms],
  [listMethods, { methods: apps, codes_left: 2, signals: [] }],
)
const empty = answering(
  [listSessions, [session]],
  [listIdentities, [oneself]],
  [listMethods, { methods: [], codes_left: 0, signals: [] }],
)

const known: Account = {
  ...sampleAccount,
  username: 'ann',
  mobile: '+819012345678',
  isMobileProved: true,
  description: 'Harbour master.',
}
const fresh: Account = { ...sampleAccount, name: '', email: '', hasPassword: false }

const recovering: Account = { ...known, recoveryReadyAt: now + 2 * DAY }

/** Every state of the pages of the account. */
export const accountPageStates = {
  profile: { page: 'profile', user: known, client: full },
  'profile, new': { page: 'profile', user: fresh, client: empty },
  recovering: { page: 'profile', user: recovering, client: full },
  security: { page: 'security', user: known, client: full },
  'security, weak': { page: 'security', user: fresh, client: empty },
  devices: { page: 'devices', user: known, client: full },
  'devices, one': { page: 'devices', user: known, client: empty },
  'devices, waiting': { page: 'devices', user: known, client: waiting },
  'devices, failed': { page: 'devices', user: known, client: failing },
  organizations: { page: 'organizations', user: known, client: full },
  'organizations, none': { page: 'organizations', user: known, client: empty },
  'organizations, waiting': { page: 'organizations', user: known, client: waiting },
  'organizations, failed': { page: 'organizations', user: known, client: failing },
  data: { page: 'data', user: known, client: full },
} satisfies Record<string, AccountPageFixture>
