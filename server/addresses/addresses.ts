import { randomBytes } from 'node:crypto'
import { preferredType } from '#protocol/preferred-types.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { FormerAddresses } from '../accounts/former-addresses.ts'
import { notifyOwner } from '../accounts/notify.ts'
import { canRemoveAddress, recipientsOf } from '../accounts/owner-recipients.ts'
import { maskRecipient, readRecipient } from '../accounts/recipients.ts'
import { signedIn, type Call } from '../calls/call.ts'
import { checkCode, type CheckCodeServices } from '../codes/check-code.ts'
import { pagePath } from '../lib/page-path.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { LinkedAccounts } from '../linked-accounts/linked-accounts.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Account } from '../store/account-repository.ts'
import type { EventKind } from '../store/event-repository.ts'
import { FORMER_ADDRESS_MS } from '../store/former-address-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Transaction } from '../store/transaction.ts'
import { revokeResetTickets } from '../two-step/proof-tickets.ts'
import {
  challengeStepUp,
  requireStepUp,
  redeemCodeStepUpTicket,
  type StepUpServices,
} from '../two-step/step-up.ts'

/** Services that this module needs. */
export interface AddressesServices extends CheckCodeServices, StepUpServices {
  accounts: Accounts
  formerAddresses: FormerAddresses
  linkedAccounts: LinkedAccounts
  sessions: Sessions
  transaction: Transaction<AddressesServices>
}

/** Purpose of the key that lets a person decide to move an address. */
const MOVE = 'move_address'

type Fresh = (tx: AddressesServices) => Promise<void>

/** What a person said about adding an address. */
export interface BindChoice {
  ticket?: string | undefined
  unbind_exist: 0 | 1
  sign_out_others: 0 | 1
  /** Whether the address may be taken from another account. */
  mayMove: boolean
}

/**
 * Adds a proved address to the account of the session.
 * @throws mobile_bound_need_jump with a key where somebody has to decide, mobile_has_bound,
 * already_bound, ticket_expired, and what a wrong code throws.
 */
export async function bindAddress(
  context: Call<AddressesServices>,
  recipient: Recipient,
  code: string,
  choice: BindChoice,
): Promise<void> {
  const { transaction } = context.services
  const { accountId } = signedIn(context)
  const proof = await checkCode(context, recipient, preferredType.bind[recipient.channel], code)
  const fresh = await freshFor(context, recipient, choice)
  const key = await transaction(async (tx) => {
    await tx.codes.use(proof)
    const account = await lockOwn(context, tx)
    const owner = await othersOwner(tx, account, recipient)
    if (owner === undefined || choice.mayMove) {
      await put(context, tx, account, owner, recipient, choice, fresh)
      return undefined
    }
    if (!(await canLeave(tx, owner, recipient.channel))) throw new PassportError('mobile_has_bound')
    await ensureAllowed(context, tx, account[recipient.channel], choice, fresh)
    // Kept, so that the code is used up: the key stands for it now, and for who was proved.
    const { channel, address } = recipient
    return await tx.tickets.issue({
      purpose: MOVE,
      aid: context.app.aid,
      holder: accountId,
      data: {
        channel,
        address,
        replaces: account[channel],
        sign_out_others: choice.sign_out_others,
      },
    })
  })
  if (key !== undefined) throw undecided(context, recipient.channel, key)
}

/** The proved address that a key stands for; the key stays good. @throws ticket_expired. */
export async function peekMove(
  context: Call<AddressesServices>,
  channel: Recipient['channel'],
  key: string,
): Promise<Recipient> {
  const { tickets } = context.services
  const ticket = await tickets.peek(MOVE, context.app.aid, key)
  const recipient = readRecipient(ticket?.data)
  if (recipient?.channel !== channel) throw new PassportError('ticket_expired')
  return recipient
}

/**
 * Moves the address that a key stands for to the account of the session, as was wished when the key
 * was made; @throws ticket_expired, mobile_has_bound, already_bound.
 */
export async function moveAddress(
  context: Call<AddressesServices>,
  recipient: Recipient,
  key: string,
  call: Pick<BindChoice, 'sign_out_others'>,
): Promise<void> {
  const { transaction } = context.services
  const { accountId } = signedIn(context)
  await transaction(async (tx) => {
    const { data } = await tx.tickets.claim(MOVE, context.app.aid, key, accountId)
    const account = await lockOwn(context, tx)
    const from = account[recipient.channel]
    if (from === recipient.address) return
    // One that came in between was not what the person wished to replace, nor proved to be theirs.
    if (from !== null && from !== data.replaces) throw new PassportError('already_bound')
    const owner = await othersOwner(tx, account, recipient)
    const isWished = data.sign_out_others === 1 || call.sign_out_others === 1
    await place(context, tx, { account, owner, recipient, sign_out_others: isWished ? 1 : 0 })
  })
}

/**
 * Replaces an address: the ticket shows that a code to an address of the account was right, the
 * code that the new one is theirs. @throws binding_not_exist, ticket_expired, mobile_has_bound.
 */
export async function changeAddress(
  context: Call<AddressesServices>,
  recipient: Recipient,
  call: { ticket: string; code: string; sign_out_others: 0 | 1 },
): Promise<void> {
  const { transaction } = context.services
  const proof = await checkCode(
    context,
    recipient,
    preferredType.change[recipient.channel],
    call.code,
  )
  await transaction(async (tx) => {
    await tx.codes.use(proof)
    const account = await lockOwn(context, tx)
    await redeemCodeStepUpTicket(context, tx, call.ticket)
    const from = account[recipient.channel]
    if (from === null) throw new PassportError('binding_not_exist')
    if (from === recipient.address) return
    if ((await othersOwner(tx, account, recipient)) !== undefined) {
      throw new PassportError('mobile_has_bound')
    }
    await write(context, tx, account, recipient, from)
    await endOthers(context, tx, call.sign_out_others)
  })
}

/** Takes an address off the account of the session; @throws binding_not_exist, last_binding, ticket_expired. */
export async function unbindAddress(
  context: Call<AddressesServices>,
  channel: Recipient['channel'],
  call: { ticket: string; sign_out_others: 0 | 1 },
): Promise<void> {
  await context.services.transaction(async (tx) => {
    const account = await lockOwn(context, tx)
    const address = account[channel]
    if (address === null) throw new PassportError('binding_not_exist')
    if (!(await canLeave(tx, account, channel))) throw new PassportError('last_binding')
    await requireStepUp(context, tx, call.ticket)
    await takeOff(context, tx, account, { channel, address })
    await endOthers(context, tx, call.sign_out_others)
  })
}

// Replacing an address takes a ticket of its own, see `ensureAllowed`; one that was taken off
// meanwhile is not replaced.
async function freshFor(
  context: Call<AddressesServices>,
  recipient: Recipient,
  choice: BindChoice,
): Promise<Fresh> {
  const present = signedIn(context).account[recipient.channel]
  return present === null
    ? await challengeStepUp(context, choice.ticket, recipient.address)
    : (tx) => requireStepUp(context, tx, choice.ticket)
}

async function lockOwn(context: Call<AddressesServices>, tx: AddressesServices): Promise<Account> {
  const account = await tx.accounts.lock(signedIn(context).accountId)
  if (account?.state !== 'active') throw new PassportError('session_expired')
  return account
}

async function othersOwner(
  tx: AddressesServices,
  account: Account,
  recipient: Recipient,
): Promise<Account | undefined> {
  const owner = await tx.accounts.lockOwner(recipient)
  return owner?.id === account.id ? undefined : owner
}

async function canLeave(
  tx: AddressesServices,
  account: Account,
  channel: Recipient['channel'],
): Promise<boolean> {
  // One whose account is closed or banned waits for what becomes of it.
  if (account.state !== 'active') return false
  const linkedAccounts = await tx.linkedAccounts.of(account.id)
  return canRemoveAddress(account, channel, linkedAccounts.length)
}

async function put(
  context: Call<AddressesServices>,
  tx: AddressesServices,
  account: Account,
  owner: Account | undefined,
  recipient: Recipient,
  choice: BindChoice,
  fresh: Fresh,
): Promise<void> {
  const from = account[recipient.channel]
  if (from === recipient.address) return
  await ensureAllowed(context, tx, from, choice, fresh)
  await place(context, tx, { account, owner, recipient, sign_out_others: choice.sign_out_others })
}

async function ensureAllowed(
  context: Call<AddressesServices>,
  tx: AddressesServices,
  from: string | null,
  choice: BindChoice,
  fresh: Fresh,
): Promise<void> {
  if (from === null) {
    await fresh(tx)
    return
  }
  if (choice.unbind_exist === 0) throw new PassportError('already_bound')
  // As strict as changing it: or a stolen session would be enough to take an account over.
  await redeemCodeStepUpTicket(context, tx, choice.ticket)
}

async function place(
  context: Call<AddressesServices>,
  tx: AddressesServices,
  move: {
    account: Account
    owner: Account | undefined
    recipient: Recipient
    sign_out_others: 0 | 1
  },
): Promise<void> {
  const { account, owner, recipient } = move
  if (owner !== undefined) {
    if (!(await canLeave(tx, owner, recipient.channel))) throw new PassportError('mobile_has_bound')
    await takeOff(context, tx, owner, recipient)
  }
  await write(context, tx, account, recipient, account[recipient.channel])
  await endOthers(context, tx, move.sign_out_others)
}

// The page asks and moves it; the key is in the part of an address that no server is sent.
function undecided(
  context: Call<AddressesServices>,
  channel: Recipient['channel'],
  key: string,
): PassportError {
  const { SITE_ORIGIN } = context.services.config
  const page = pagePath('/third-party-oauth', context.language)
  return new PassportError('mobile_bound_need_jump', {
    profile_key: key,
    redirect_url: `${SITE_ORIGIN}${page}#move=${channel}.${context.app.aid}.${key}`,
  })
}

async function write(
  context: Call<AddressesServices>,
  tx: AddressesServices,
  account: Account,
  recipient: Recipient,
  from: string | null,
): Promise<void> {
  const { channel, address } = recipient
  if (!(await tx.accounts.setAddress(account.id, channel, from, address))) {
    throw new PassportError('mobile_has_bound')
  }
  if (channel === 'email') await tx.accounts.dropUnverified(address)
  if (from !== null) await keepFormer(context, tx, account.id, { channel, address: from })
  await noteChange(context, tx, account, channel, from === null ? 'bound' : 'changed')
  const after = { ...account, [channel]: address }
  const reportFailure =
    from === null ? recipientsOf(after) : [...recipientsOf(after), { channel, address: from }]
  const kind = from === null ? 'address_added' : 'address_changed'
  const about = { address: maskRecipient(recipient) }
  await notifyOwner(tx, account, kind, about, reportFailure)
}

async function takeOff(
  context: Call<AddressesServices>,
  tx: AddressesServices,
  account: Account,
  recipient: Recipient,
): Promise<void> {
  const { channel, address } = recipient
  if (!(await tx.accounts.setAddress(account.id, channel, address, null))) {
    throw new PassportError('binding_not_exist')
  }
  await keepFormer(context, tx, account.id, recipient)
  await noteChange(context, tx, account, channel, 'unbound')
  const about = { address: maskRecipient(recipient) }
  await notifyOwner(tx, account, 'address_removed', about)
}

async function keepFormer(
  context: Call<AddressesServices>,
  tx: AddressesServices,
  accountId: string,
  recipient: Recipient,
): Promise<void> {
  // Whoever reads what comes to that address may hold one.
  await revokeResetTickets(tx, accountId)
  await tx.formerAddresses.addFormer({
    ...recipient,
    id: randomBytes(16).toString('base64url'),
    accountId,
    leftAt: context.now,
    expiresAt: context.now + FORMER_ADDRESS_MS,
  })
}

async function noteChange(
  context: Call<AddressesServices>,
  tx: AddressesServices,
  account: Account,
  channel: Recipient['channel'],
  what: 'bound' | 'changed' | 'unbound',
): Promise<void> {
  const kind: EventKind = `${channel}_${what}`
  await tx.events.note(context, kind, account.id)
}

async function endOthers(
  context: Call<AddressesServices>,
  tx: AddressesServices,
  isWished: 0 | 1,
): Promise<void> {
  const { accountId, hash } = signedIn(context)
  if (isWished === 1) await tx.sessions.endAll(accountId, hash)
}
