import { SITE_AID } from '#protocol/site-app.ts'
import { expect } from 'vitest'
import {
  emailBind,
  emailChange,
  emailUnbind,
  mobileChange,
  mobileUnbind,
} from '#protocol/web/binding.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { acceptInvitation, createInvitationByEmail } from '#protocol/web/invitations.ts'
import { emailCodeLogin, smsLogin } from '#protocol/web/login.ts'
import { setRequiredLevel } from '#protocol/web/methods.ts'
import { createOrganization } from '#protocol/web/organizations.ts'
import { changePassword, resetByEmail, setPassword } from '#protocol/web/password.ts'
import { updateUser } from '#protocol/web/profile.ts'
import { makeRecoveryCodes, verifyRecoveryCode } from '#protocol/web/methods.ts'
import { authBind } from '#protocol/web/providers.ts'
import { beginRecovery } from '../../server/account-recovery/account-recovery.ts'
import type { eventRules, Undoing } from '../../server/events/event-rules.ts'
import type { EventKind } from '../../server/store/event-kinds.ts'
import { addApp } from './authenticator-apps.ts'
import { addMobile, issueStepUpTicket } from './account-addresses.ts'
import type { Answer, Client } from './client.ts'
import { createCompany } from './companies.ts'
import type { Person } from './create-people.ts'
import { authorizeAs, startOAuth } from './local-providers.ts'
import { createOAuthClient, signInTo, type OAuthClient } from './oauth-client.ts'
import { addPasskey } from './passkeys.ts'
import type { TestServer } from './test-server.ts'

/** Events that an objection undoes, not only by ending access. */
export type UndoneEvent = {
  [Kind in EventKind]: (typeof eventRules)[Kind]['undoes'] extends Undoing ? Kind : never
}[EventKind]

/** What can be seen of an account. */
export interface Seen {
  email: string | null
  mobile: string | null
  username: string | null
  name: string
  links: string[]
  apps: string[]
  passkeys: string[]
  /** Number of recovery codes left. */
  codes: number
  level: number
  clients: string[]
  organizations: string[]
}

/** Something an intruder does to an account. */
interface Intrusion {
  /** Addresses that the account has before; its e-mail address by default. */
  has?: 'mobile' | 'both'
  /** Whether the account has an authenticator app before, and its recovery codes. */
  hasApp?: true
  act(
    server: TestServer,
    thief: Person,
    harbour: OAuthClient,
    codes: readonly string[],
  ): Promise<unknown>
  /** What the owner sees after the objection where it is not the same as before. */
  after?: Partial<Seen>
}

const mail = 'thief@evil.example'
const number = '+819087654321'
const password = 'nine loud herons'

/** Each of them, by the event that it causes. */
export const intrusions: Readonly<Record<UndoneEvent, Intrusion>> = {
  password_set: {
    act: async (server, { client, userId }) => {
      await server.app.services.accounts.setPassword(userId, null)
      done(await client.call(setPassword, { password }))
    },
  },
  password_changed: {
    act: async (_server, { client, password: current_password }) => {
      done(await client.call(changePassword, { current_password, password }))
    },
  },
  password_reset: {
    act: async (server, { client, email }) => {
      await client.call(sendCode, { email, type: 6 })
      done(await client.call(resetByEmail, { email, code: await server.codeFor(email), password }))
    },
  },
  mobile_bound: {
    act: async (server, { client }) => done(await addMobile(server, client, number)),
  },
  mobile_unbound: {
    has: 'both',
    act: async (server, thief) => {
      const ticket = await issueStepUpTicket(server, thief, 'mobile')
      done(await thief.client.call(mobileUnbind, { ticket }))
    },
  },
  mobile_changed: {
    has: 'both',
    act: async (server, thief) => {
      const ticket = await issueStepUpTicket(server, thief, 'mobile')
      await thief.client.call(sendCode, { mobile: number, type: 20 })
      const code = await server.codeFor(number)
      done(await thief.client.call(mobileChange, { ticket, mobile: number, code }))
    },
  },
  email_bound: {
    has: 'mobile',
    act: async (server, { client }) => {
      await client.call(sendCode, { email: mail, type: 8 })
      done(await client.call(emailBind, { email: mail, code: await server.codeFor(mail) }))
    },
  },
  email_unbound: {
    has: 'both',
    act: async (server, thief) => {
      const ticket = await issueStepUpTicket(server, thief, 'email')
      done(await thief.client.call(emailUnbind, { ticket }))
    },
  },
  email_changed: {
    has: 'both',
    act: async (server, thief) => {
      const ticket = await issueStepUpTicket(server, thief, 'email')
      await thief.client.call(sendCode, { email: mail, type: 20 })
      const code = await server.codeFor(mail)
      done(await thief.client.call(emailChange, { ticket, email: mail, code }))
    },
  },
  connection_added: { act: (_server, { client }) => link(client, 'oidc', 'noa') },
  method_added: { act: (server, { client }) => addApp(server, client) },
  recovery_codes_made: {
    hasApp: true,
    act: async (_server, { client }) => done(await client.call(makeRecoveryCodes, {})),
    // The owner's own died when these were made.
    after: { codes: 0 },
  },
  recovery_code_used: {
    hasApp: true,
    act: async (_server, { client }, _harbour, codes) => {
      done(await client.call(verifyRecoveryCode, { recovery_code: codes[0] ?? '' }))
    },
    after: { codes: 9 },
  },
  passkey_added: { act: (_server, { client }) => addPasskey(client) },
  level_raised: { act: (server, { client }) => addApp(server, client, 'Phone', 2) },
  level_lowered: {
    act: async (server, { client, userId }) => {
      await server.app.services.accounts.setRequiredLevel(userId, 2)
      done(await client.call(setRequiredLevel, { level: 1 }))
    },
    after: { level: 2 },
  },
  recovery_started: {
    act: async ({ app: { services } }, { email: address }) => {
      const recipient = { channel: 'email', address } as const
      const account = await services.accounts.findByRecipient(recipient)
      if (account === undefined) throw new Error('there is no account')
      const caller = { address: '', userAgent: '' }
      const source = { app: { aid: SITE_AID }, caller, operation: 'recovery_start' }
      await services.transaction((tx) => beginRecovery(tx, source, account, recipient))
    },
  },
  program_allowed: {
    act: async (server, { client }) => {
      const scopes = 'openid profile offline_access'
      const evil = await createOAuthClient(server, { scopes })
      await signInTo(evil, client, { scope: scopes }, { scopes: ['profile', 'offline_access'] })
    },
  },
  program_extended: {
    act: (_server, { client }, harbour) => signInTo(harbour, client, { scope: 'openid email' }),
    // What it had before cannot be told apart, so it has to ask again.
    after: { clients: [] },
  },
  username_changed: {
    act: async (_server, { client }) => {
      done(await client.call(updateUser, { user_unique_name: 'thief_name' }))
    },
  },
  name_changed: {
    act: async (_server, { client }) => {
      done(await client.call(updateUser, { name: 'A thief' }))
    },
  },
  organization_created: {
    act: async (_server, { client }) => {
      const call = { subject_name: 'Thieves KK' }
      done(await client.call(createOrganization, call, { family: 'aff' }))
    },
    // The page tells the owner, who may delete it.
    after: { organizations: ['Harbour KK', 'Thieves KK'] },
  },
  organization_joined: {
    act: async (server, { client, email }) => join(server, client, email, 'Eel KK'),
  },
}

/** Links an account at a local provider. */
export async function link(
  client: Client,
  platform: 'github' | 'oidc',
  login: string,
): Promise<void> {
  const out = await startOAuth(client, { platform, action: 'bind' })
  const { path: _path, ...back } = await authorizeAs(out, login)
  done(await client.call(authBind, { platform, ...back }))
}

/** Joins an organization that invites an address of the account. */
export async function join(
  server: TestServer,
  client: Client,
  email: string,
  name: string,
): Promise<void> {
  const company = await createCompany(server, name)
  const { data } = await company.manager.call(createInvitationByEmail, {
    email,
    deputy_name: 'Ann',
  })
  const invite_ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  done(await client.call(acceptInvitation, { invite_ticket }, { family: 'aff' }))
}

/** Signs in by a code to an address. */
export async function signInByCode(server: TestServer, address: string): Promise<Client> {
  const client = server.client()
  server.clock.passSeconds(60)
  if (address.includes('@')) {
    await client.call(sendCode, { email: address, type: 13 })
    const code = await server.codeFor(address)
    done(await client.call(emailCodeLogin, { email: address, code }))
  } else {
    await client.call(sendCode, { mobile: address, type: 24 })
    done(await client.call(smsLogin, { mobile: address, code: await server.codeFor(address) }))
  }
  return client
}

/** Returns what can be seen of an account. */
export async function look(server: TestServer, accountId: string): Promise<Seen> {
  const { accounts, authenticatorApps, linkedAccounts, memberships } = server.app.services
  const { oauthGrants, passkeys, recoveryCodes } = server.app.services
  const account = await accounts.byId(accountId)
  if (account === undefined) throw new Error('the account is gone')
  const { email, mobile, name, username } = account
  const links = await linkedAccounts.of(accountId)
  const { list } = await oauthGrants.listOf(accountId, { offset: 0, limit: 10 })
  const apps = await authenticatorApps.of(accountId)
  const joined = await memberships.ofPerson(accountId)
  return {
    email,
    mobile,
    username,
    name,
    links: links.map(({ provider }) => provider),
    apps: apps.map((app) => app.name),
    passkeys: (await passkeys.of(accountId)).map((passkey) => passkey.name),
    codes: await recoveryCodes.left(accountId),
    level: account.requiredLevel,
    clients: list.map(({ clientId }) => clientId),
    organizations: joined.map(({ organizationName }) => organizationName).toSorted(),
  }
}

function done(answer: Answer): void {
  expect(answer.error).toBeUndefined()
}
