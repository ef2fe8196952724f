import { MAX_PAGE_SIZE } from '#protocol/fields.ts'
import type { MembershipInfo, User } from '#protocol/objects.ts'
import { codeMethods, signInMethods } from '#protocol/sign-in-methods.ts'
import { requireUsable } from '../accounts/accounts.ts'
import { readRecipient } from '../accounts/recipients.ts'
import type { Call } from '../calls/call.ts'
import { checkCode, type CheckCodeServices } from '../codes/check-code.ts'
import type { Proof } from '../codes/codes.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { LinkedAccounts } from '../linked-accounts/linked-accounts.ts'
import {
  describeMemberships,
  membershipsToChooseFrom,
  organizationAppOf,
} from '../organizations/membership-info.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { requireStrongPassword } from '../passwords/require-strong-password.ts'
import type { Account } from '../store/account-repository.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Tickets } from '../tickets/tickets.ts'
import { checkRisk, type RiskCheckServices } from '../two-step/risk-check.ts'
import { describeUser, signIn, type SignInServices, type SignedIn } from './sign-in.ts'

/** Services that this module needs. */
export interface CodeLoginServices extends SignInServices, CheckCodeServices, RiskCheckServices {
  linkedAccounts: LinkedAccounts
  passwords: Passwords
  tickets: Tickets
  transaction: Transaction<CodeLoginServices>
}

/** Purpose of the key with which a sign-in goes on after a choice; its holder is the browser. */
const CONTINUE = 'login_continue'

/** What a sign-in by code was asked for. */
export interface CodeLogin {
  code: string
  type: number
  /** Whether an account is made for a new address: at once, after a question, or never. */
  unknown: 'make' | 'ask' | 'refuse'
  password?: string | undefined
  name?: string | undefined
  need_frozen_user: 0 | 1
  next: string | undefined
}

/**
 * Signs in with a code. It stays good while a second verification is asked for, so that the same
 * request can be sent again.
 * @throws unregistered, registration_closed, choose_identity with a key to go on, and what a wrong
 * code, a state of the account and a doubt about the caller throw.
 */
export async function loginByCode(
  context: Call<CodeLoginServices>,
  recipient: Recipient,
  login: CodeLogin,
): Promise<User> {
  const { accounts, codes, passwords } = context.services
  requireStrongPassword(context.services, recipient, login)
  const proof = await checkCode(context, recipient, login.type, login.code)
  const known = await accounts.findByRecipient(recipient)
  if (known === undefined) {
    if (login.unknown === 'refuse') throw new PassportError('unregistered')
    if (!context.app.settings.registration_open) throw new PassportError('registration_closed')
    if (login.unknown === 'ask') {
      throw chooseIdentity(await keepProof(context, recipient, proof, {}), [])
    }
  } else if (known.state === 'frozen' && login.need_frozen_user === 1) {
    await codes.use(proof)
    return describeUser(context, known)
  } else {
    requireUsable(known)
    const { factor } = signInMethods[codeMethods[recipient.channel]]
    const trust = { firstFactor: factor, about: recipient.address }
    await checkRisk(context, known, trust)
    const withFrozen = login.need_frozen_user === 1
    const isOpen = known.state === 'active'
    const memberships = isOpen ? await membershipsToChooseFrom(context, known.id, withFrozen) : []
    if (memberships.length > 0) {
      const key = await keepProof(context, recipient, proof, { account: known.id, withFrozen })
      throw chooseOf(context, known, memberships, key)
    }
  }
  const passwordHash =
    login.password === undefined || known !== undefined
      ? null
      : await passwords.hash(login.password, context.signal())
  return await signIn(context, login.next, async (tx) => {
    await tx.codes.use(proof)
    return await findOrMake(context, tx, recipient, { passwordHash, name: login.name })
  })
}

/** What somebody chose, who had to. */
export interface Choice {
  /** Whether an account is to be made. */
  isConfirmed: boolean
  /** As whom to go on, "0" for oneself. */
  membershipId: string | undefined
}

/**
 * Goes on where somebody had to choose. @throws login_key_expired, registration_closed, not_member,
 * frozen, and choose_identity again as long as nobody has.
 */
export async function continueLogin(
  context: Call<CodeLoginServices>,
  key: string,
  choice: Choice,
  next: string | undefined,
): Promise<User> {
  const { accounts, tickets, trustedDevices } = context.services
  const browser = trustedDevices.hashOf(context.caller.webId)
  const held = await tickets.peek(CONTINUE, context.app.aid, key)
  if (held?.holder !== browser) throw new PassportError('login_key_expired')
  const accountId = typeof held.data.account === 'string' ? held.data.account : ''
  if (accountId === '') {
    if (!choice.isConfirmed) throw chooseIdentity(key, [])
    if (!context.app.settings.registration_open) throw new PassportError('registration_closed')
  } else if (choice.membershipId === undefined) {
    const account = await accounts.byId(accountId)
    if (account === undefined) throw new PassportError('login_key_expired')
    const withFrozen = held.data.withFrozen === true
    throw chooseOf(
      context,
      account,
      await membershipsToChooseFrom(context, accountId, withFrozen),
      key,
    )
  }
  return await signIn(context, next, async (tx) => {
    const ticket = await tx.tickets.use(CONTINUE, context.app.aid, key, browser)
    const recipient = readRecipient(ticket?.data)
    if (recipient === undefined) throw new PassportError('login_key_expired')
    if (accountId !== '')
      return await goOnAs(context, tx, recipient, accountId, choice.membershipId)
    const signedIn = await findOrMake(context, tx, recipient, {
      passwordHash: null,
      name: undefined,
    })
    // An account that somebody has made since may want more than this key.
    if (!signedIn.isNew) throw new PassportError('login_key_expired')
    return signedIn
  })
}

async function goOnAs(
  context: Call<CodeLoginServices>,
  tx: CodeLoginServices,
  recipient: Recipient,
  accountId: string,
  membershipId: string | undefined,
): Promise<SignedIn> {
  const account = await tx.accounts.findByRecipient(recipient)
  // The address went elsewhere since: what it proved no longer counts.
  if (account?.id !== accountId) throw new PassportError('login_key_expired')
  const aid = organizationAppOf(context)
  const membership = await tx.memberships.choose(accountId, aid, { membershipId })
  return { account, membership, isNew: false }
}

// The key stands for the proof now: the code is used up.
async function keepProof(
  context: Call<CodeLoginServices>,
  { channel, address }: Recipient,
  proof: Proof,
  known: { account?: string; withFrozen?: boolean },
): Promise<string> {
  const { transaction, trustedDevices } = context.services
  return await transaction(async (tx) => {
    await tx.codes.use(proof)
    return await tx.tickets.issue({
      purpose: CONTINUE,
      aid: context.app.aid,
      holder: trustedDevices.hashOf(context.caller.webId),
      data: { channel, address, ...known },
    })
  })
}

function chooseOf(
  context: Call<CodeLoginServices>,
  account: Account,
  memberships: readonly Membership[],
  key: string,
): PassportError {
  // As many as a page of the list; the others are there once the person is in as themself.
  const list = describeMemberships(context, account, memberships, undefined)
  return chooseIdentity(key, list.slice(0, MAX_PAGE_SIZE))
}

function chooseIdentity(key: string, list: readonly MembershipInfo[]): PassportError {
  return new PassportError('choose_identity', {
    sms_login_key: key,
    subject_list: list,
    need_confirm_register: list.length === 0 ? 1 : 0,
  })
}

// Looked up again inside the transaction: the address may have got an account a moment ago.
async function findOrMake(
  context: Call<CodeLoginServices>,
  tx: CodeLoginServices,
  recipient: Recipient,
  wanted: { passwordHash: string | null; name: string | undefined },
): Promise<{ account: Account; isNew: boolean }> {
  const known = await tx.accounts.findByRecipient(recipient)
  if (known !== undefined) return { account: known, isNew: false }
  const account = await tx.accounts.create({
    ...wanted,
    recipient,
    locale: context.language,
    aid: context.app.aid,
  })
  return { account, isNew: true }
}
