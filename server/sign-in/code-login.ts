import type { MembershipInfo, User } from '#protocol/objects.ts'
import { codeMethods, signInMethods } from '#protocol/sign-in-methods.ts'
import { requireUsable } from '../accounts/accounts.ts'
import { readRecipient } from '../accounts/recipients.ts'
import type { Call } from '../calls/call.ts'
import { checkCode } from '../codes/check-code.ts'
import type { Proof } from '../codes/codes.ts'
import { PassportError } from '../lib/passport-error.ts'
import {
  describeMemberships,
  membershipsToChooseFrom,
  organizationAppOf,
} from '../organizations/membership-info.ts'
import type { LabelledMembership } from '../organizations/membership-labels.ts'
import { requireEntry } from '../organizations/require-entry.ts'
import type { SessionProof } from '../organizations/session-rules.ts'
import { requireStrongPassword } from '../passwords/require-strong-password.ts'
import { readOrganizationPolicy } from '../store/organization-policy.ts'
import type { Recipient } from '../store/recipient.ts'
import { issuedAt } from '../tickets/tickets.ts'
import { proofsIn } from '../two-step/levels.ts'
import { checkRisk } from '../two-step/risk-check.ts'
import { describeUser, signIn, type SignedIn } from './sign-in.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Services } from '../services/services.ts'

/** Purpose of the key that continues a sign-in after a choice; its holder is the browser. */
const CONTINUE = 'login_continue'

/** The payload of a sign-in by code, besides the recipient. */
export interface CodeLogin {
  code: string
  type: number
  /** Action when no account exists: create it, ask first, or refuse. */
  unknown: 'create' | 'ask' | 'refuse'
  password?: string | undefined
  name?: string | undefined
  need_frozen_user: 0 | 1
  next: string | undefined
}

/**
 * Signs in with a code, which is not used up by a request that requires a two-step verification.
 * @throws unregistered, registration_closed, choose_identity with a key to continue, and what
 * `checkCode`, `requireUsable`, `checkRisk` and `signIn` throw
 */
export async function loginByCode(
  context: Call<Services>,
  recipient: Recipient,
  login: CodeLogin,
): Promise<User> {
  const { accounts, codes, passwords } = context.services
  requireStrongPassword(context.services, recipient, login)
  const proof = await checkCode(context, recipient, login.type, login.code)
  const account = await accounts.findByRecipient(recipient)
  if (account === undefined) {
    const isShort = login.password === undefined && context.app.settings.password_required
    if (login.unknown === 'refuse' || isShort) throw new PassportError('unregistered')
    if (!context.app.settings.registration_open) throw new PassportError('registration_closed')
    if (login.unknown === 'ask') {
      throw choiceRequired(await issueContinueKey(context, recipient, proof, {}), [])
    }
  } else if (account.state === 'frozen' && login.need_frozen_user === 1) {
    await codes.use(proof)
    return describeUser(context, account)
  } else {
    requireUsable(account)
    const { factor } = signInMethods[codeMethods[recipient.channel]]
    await checkRisk(context, account, { firstFactor: factor, subject: recipient.address })
    const withFrozen = login.need_frozen_user === 1
    const isActive = account.state === 'active'
    const memberships = isActive
      ? await membershipsToChooseFrom(context, account.id, withFrozen)
      : []
    if (memberships.length > 0) {
      const details = { account: account.id, withFrozen }
      const key = await issueContinueKey(context, recipient, proof, details)
      throw membershipRequired(context, account, memberships, key)
    }
  }
  const passwordHash =
    login.password === undefined || account !== undefined
      ? null
      : await passwords.hash(login.password, context.signal())
  return await signIn(context, login.next, async (tx) => {
    await tx.codes.use(proof)
    return await findOrCreate(context, tx, recipient, { passwordHash, name: login.name })
  })
}

/** The answer to `choose_identity`. */
export interface LoginChoice {
  /** Whether an account is created. */
  isConfirmed: boolean
  /** The membership to act as, "0" for oneself. */
  membershipId: string | undefined
}

/**
 * Continues a sign-in after `choose_identity`.
 * @throws login_key_expired, registration_closed, not_member, frozen, choose_identity without a choice
 */
export async function continueLogin(
  context: Call<Services>,
  key: string,
  choice: LoginChoice,
  next: string | undefined,
): Promise<User> {
  const { accounts, tickets, trustedDevices } = context.services
  const browser = trustedDevices.hashOf(context.caller.webId)
  const continueTicket = await tickets.peek(CONTINUE, context.app.aid, key)
  if (continueTicket?.data.browser !== browser) throw new PassportError('login_key_expired')
  const { account: id, withFrozen } = continueTicket.data
  const { secondMethod } = proofsIn(continueTicket.data)
  // The proofs were given before the choice.
  const provedAt = issuedAt(continueTicket)
  const proved = { secondMethod, provedAt, secondProvedAt: secondMethod === '' ? 0 : provedAt }
  const accountId = typeof id === 'string' ? id : ''
  if (accountId === '') {
    if (!choice.isConfirmed) throw choiceRequired(key, [])
    if (!context.app.settings.registration_open) throw new PassportError('registration_closed')
  } else if (choice.membershipId === undefined) {
    const account = await accounts.byId(accountId)
    if (account === undefined) throw new PassportError('login_key_expired')
    const memberships = await membershipsToChooseFrom(context, accountId, withFrozen === true)
    throw membershipRequired(context, account, memberships, key)
  } else {
    await requireEntryOf(
      context,
      accountId,
      choice.membershipId,
      readRecipient(continueTicket.data),
      proved,
    )
  }
  return await signIn(context, next, async (tx) => {
    const ticket = await tx.tickets.use(CONTINUE, context.app.aid, key)
    const recipient = readRecipient(ticket?.data)
    if (recipient === undefined) throw new PassportError('login_key_expired')
    if (accountId !== '') {
      const entered = await enterMembership(context, tx, recipient, accountId, choice.membershipId)
      return { ...entered, ...proved }
    }
    const signedIn = await findOrCreate(context, tx, recipient, {
      passwordHash: null,
      name: undefined,
    })
    // An account created meanwhile may require a second proof, which was not asked for.
    if (!signedIn.isNew) throw new PassportError('login_key_expired')
    return signedIn
  })
}

// The rules of the organization may want more than the code.
async function requireEntryOf(
  context: Call<Services>,
  accountId: string,
  membershipId: string,
  recipient: Recipient | undefined,
  proved: Omit<SessionProof, 'method'>,
): Promise<void> {
  const { accounts, memberships } = context.services
  const account = await accounts.byId(accountId)
  const aid = organizationAppOf(context)
  const chosen = await memberships.findChosen(accountId, aid, { membershipId })
  if (account === undefined || chosen === undefined || recipient === undefined) return
  const proof = { method: codeMethods[recipient.channel], ...proved }
  const policy = readOrganizationPolicy(chosen.policy)
  await requireEntry(context, account, chosen.organizationId, policy, proof)
}

async function enterMembership(
  context: Call<Services>,
  tx: Services,
  recipient: Recipient,
  accountId: string,
  membershipId: string | undefined,
): Promise<SignedIn> {
  const account = await tx.accounts.findByRecipient(recipient)
  // The address may have moved to another account since it was proved.
  if (account?.id !== accountId) throw new PassportError('login_key_expired')
  const aid = organizationAppOf(context)
  const membership = await tx.memberships.choose(accountId, aid, { membershipId })
  const method = codeMethods[recipient.channel]
  return { account, membership, method, isNew: false }
}

// Uses the code up; the key stands for it from then on.
async function issueContinueKey(
  context: Call<Services>,
  { channel, address }: Recipient,
  proof: Proof,
  details: { account?: string; withFrozen?: boolean },
): Promise<string> {
  const { transaction, trustedDevices } = context.services
  const browser = trustedDevices.hashOf(context.caller.webId)
  return await transaction(async (tx) => {
    await tx.codes.use(proof)
    return await tx.tickets.issue({
      purpose: CONTINUE,
      aid: context.app.aid,
      // The account where there is one, so that the key ends with all other access.
      holder: details.account ?? browser,
      data: { channel, address, browser, ...details, secondMethod: context.progress.secondMethod },
    })
  })
}

function membershipRequired(
  context: Call<Services>,
  account: Account,
  memberships: readonly LabelledMembership[],
  key: string,
): PassportError {
  return choiceRequired(key, describeMemberships(context, account, memberships, undefined))
}

function choiceRequired(key: string, list: readonly MembershipInfo[]): PassportError {
  return new PassportError('choose_identity', {
    sms_login_key: key,
    subject_list: list,
    need_confirm_register: list.length === 0 ? 1 : 0,
  })
}

/** Returns the account of an address, read or created in the transaction of its proof. */
export async function findOrCreate(
  context: Pick<Call<Services>, 'app' | 'language'>,
  tx: Services,
  recipient: Recipient,
  options: { passwordHash: string | null; name: string | undefined },
): Promise<SignedIn> {
  const method = codeMethods[recipient.channel]
  const existing = await tx.accounts.findByRecipient(recipient)
  if (existing !== undefined) return { account: existing, isNew: false, method }
  const account = await tx.accounts.create({
    ...options,
    recipient,
    locale: context.language,
    aid: context.app.aid,
  })
  return { account, isNew: true, method }
}
