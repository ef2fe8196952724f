import { preferredType } from '#protocol/preferred-types.ts'
import { notifyOwner } from '../accounts/notify.ts'
import { canRemoveAddress, recipientsOf } from '../accounts/owner-recipients.ts'
import { readRecipient } from '../accounts/recipients.ts'
import { signedIn, type Call } from '../calls/call.ts'
import { checkCode } from '../codes/check-code.ts'
import { pagePath } from '../lib/page-path.ts'
import { PassportError } from '../lib/passport-error.ts'
import { endAccess } from '../sessions/end-access.ts'
import type { Recipient } from '../store/recipient.ts'
import { revokeResetTickets } from '../two-step/proof-tickets.ts'
import {
  challengeLevel,
  challengeStepUp,
  requireStepUp,
  redeemCodeStepUpTicket,
} from '../two-step/step-up.ts'
import { requireUnrestricted } from '../account-recovery/account-recovery.ts'
import { recordFormer } from './former-address.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Services } from '../services/services.ts'

type Context = Call<Services>

/** Purpose of the ticket for an address that may be moved from another account. */
const MOVE_ADDRESS = 'move_address'

/** Requires the step-up inside the transaction of the change. */
type StepUp = (tx: Services) => Promise<void>

/** Options that a person confirmed when adding an address. */
export interface AddAddressOptions {
  ticket?: string | undefined
  unbind_exist: 0 | 1
  sign_out_others: 0 | 1
  /** Whether the address may be taken from another account. */
  mayMove: boolean
}

/**
 * Adds a proved address to the account of the session.
 * @throws mobile_bound_need_jump with a key where the person has to decide, mobile_has_bound,
 * already_bound, ticket_expired, code_error, code_expired
 */
export async function addAddress(
  context: Context,
  recipient: Recipient,
  code: string,
  options: AddAddressOptions,
): Promise<void> {
  const { transaction } = context.services
  const { accountId } = signedIn(context)
  const proof = await checkCode(context, recipient, preferredType.bind[recipient.channel], code)
  const stepUp = await stepUpForAdding(context, recipient, options)
  const key = await transaction(async (tx) => {
    await tx.codes.use(proof)
    const account = await lockAccount(context, tx, recipient)
    const { channel, address } = recipient
    const current = account[channel]
    const owner = await otherOwnerOf(tx, account, recipient)
    if (owner === undefined || options.mayMove) {
      if (current === address) return undefined
      await requireMayReplace(context, tx, current, options, stepUp)
      await moveToAccount(context, tx, account, owner, recipient)
      await endOtherSessions(context, tx, options.sign_out_others)
      return undefined
    }
    await requireMayLose(tx, owner, channel)
    await requireMayReplace(context, tx, current, options, stepUp)
    // The code is used up: the ticket now stands for it and for the step-up.
    return await tx.tickets.issue({
      purpose: MOVE_ADDRESS,
      aid: context.app.aid,
      holder: accountId,
      data: { channel, address, replaces: current, sign_out_others: options.sign_out_others },
    })
  })
  if (key !== undefined) throw moveRequired(context, recipient.channel, key)
}

/** Returns the proved address of a key, which is not used up. @throws ticket_expired */
export async function findAddressToMove(
  context: Context,
  channel: Recipient['channel'],
  key: string,
): Promise<Recipient> {
  const { tickets } = context.services
  const ticket = await tickets.peek(MOVE_ADDRESS, context.app.aid, key)
  const recipient = readRecipient(ticket?.data)
  if (recipient?.channel !== channel) throw new PassportError('ticket_expired')
  return recipient
}

/**
 * Moves the address of a key to the account of the session, as chosen when the key was issued.
 * @throws ticket_expired, mobile_has_bound, already_bound
 */
export async function moveAddress(
  context: Context,
  recipient: Recipient,
  key: string,
  options: Pick<AddAddressOptions, 'sign_out_others'>,
): Promise<void> {
  const { transaction } = context.services
  const { accountId } = signedIn(context)
  await transaction(async (tx) => {
    const { data } = await tx.tickets.claim(MOVE_ADDRESS, context.app.aid, key, accountId)
    const account = await lockAccount(context, tx, recipient)
    const current = account[recipient.channel]
    if (current === recipient.address) return
    // The person agreed to replace another address than the one added meanwhile.
    if (current !== null && current !== data.replaces) throw new PassportError('already_bound')
    const owner = await otherOwnerOf(tx, account, recipient)
    await moveToAccount(context, tx, account, owner, recipient)
    const signOut = data.sign_out_others === 1 || options.sign_out_others === 1
    await endOtherSessions(context, tx, signOut ? 1 : 0)
  })
}

/**
 * Replaces an address; the ticket proves an address of the account, the code the new one.
 * @throws binding_not_exist, ticket_expired, mobile_has_bound, code_error, code_expired
 */
export async function changeAddress(
  context: Context,
  recipient: Recipient,
  input: { ticket: string; code: string; sign_out_others: 0 | 1 },
): Promise<void> {
  const { transaction } = context.services
  const type = preferredType.change[recipient.channel]
  await challengeLevel(context, input.ticket, recipient.address)
  const proof = await checkCode(context, recipient, type, input.code)
  await transaction(async (tx) => {
    await tx.codes.use(proof)
    const account = await lockAccount(context, tx, recipient)
    await redeemCodeStepUpTicket(context, tx, input.ticket)
    const current = account[recipient.channel]
    if (current === null) throw new PassportError('binding_not_exist')
    if (current === recipient.address) return
    if ((await otherOwnerOf(tx, account, recipient)) !== undefined) {
      throw new PassportError('mobile_has_bound')
    }
    await setAddress(context, tx, account, recipient)
    await endOtherSessions(context, tx, input.sign_out_others)
  })
}

/**
 * Removes an address from the account of the session.
 * @throws binding_not_exist, last_binding, ticket_expired
 */
export async function removeAddress(
  context: Context,
  channel: Recipient['channel'],
  input: { ticket: string; sign_out_others: 0 | 1 },
): Promise<void> {
  await challengeLevel(context, input.ticket, channel)
  await context.services.transaction(async (tx) => {
    const account = await lockAccount(context, tx)
    const address = account[channel]
    if (address === null) throw new PassportError('binding_not_exist')
    if (!(await canLose(tx, account, channel))) throw new PassportError('last_binding')
    await requireStepUp(context, tx, input.ticket)
    await clearAddress(context, tx, account, { channel, address })
    await endOtherSessions(context, tx, input.sign_out_others)
  })
}

async function stepUpForAdding(
  context: Context,
  recipient: Recipient,
  { ticket }: AddAddressOptions,
): Promise<StepUp> {
  const current = signedIn(context).account[recipient.channel]
  if (current === null) return await challengeStepUp(context, ticket, recipient.address)
  await challengeLevel(context, ticket, recipient.address)
  // Applies only if the address is removed meanwhile: see `requireMayReplace`.
  return (tx) => requireStepUp(context, tx, ticket)
}

async function lockAccount(context: Context, tx: Services, wanted?: Recipient): Promise<Account> {
  const owner = wanted && (await tx.accounts.findByRecipient(wanted))
  const account = await tx.accounts.lock(signedIn(context).accountId, owner?.id)
  if (account?.state !== 'active') throw new PassportError('session_expired')
  return account
}

async function otherOwnerOf(
  tx: Services,
  account: Account,
  recipient: Recipient,
): Promise<Account | undefined> {
  const owner = await tx.accounts.lockOwner(recipient)
  return owner?.id === account.id ? undefined : owner
}

async function canLose(
  tx: Services,
  account: Account,
  channel: Recipient['channel'],
): Promise<boolean> {
  // An account that is banned or scheduled for deletion keeps its addresses.
  if (account.state !== 'active') return false
  const linkedAccounts = await tx.linkedAccounts.of(account.id)
  return canRemoveAddress(account, channel, linkedAccounts.length)
}

async function requireMayLose(
  tx: Services,
  owner: Account,
  channel: Recipient['channel'],
): Promise<void> {
  if (!(await canLose(tx, owner, channel))) throw new PassportError('mobile_has_bound')
}

async function requireMayReplace(
  context: Context,
  tx: Services,
  current: string | null,
  options: AddAddressOptions,
  stepUp: StepUp,
): Promise<void> {
  if (current === null) {
    await stepUp(tx)
    return
  }
  if (options.unbind_exist === 0) throw new PassportError('already_bound')
  // As strict as changing an address, so that a stolen session cannot take the account over.
  await redeemCodeStepUpTicket(context, tx, options.ticket)
}

async function moveToAccount(
  context: Context,
  tx: Services,
  account: Account,
  owner: Account | undefined,
  recipient: Recipient,
): Promise<void> {
  if (owner !== undefined) {
    await requireMayLose(tx, owner, recipient.channel)
    await clearAddress(context, tx, owner, recipient)
  }
  await setAddress(context, tx, account, recipient)
}

// The key is in the fragment of the redirect, which browsers send to no server.
function moveRequired(context: Context, channel: Recipient['channel'], key: string): PassportError {
  const { SITE_ORIGIN } = context.services.config
  const page = pagePath('/third-party-oauth', context.language)
  return new PassportError('mobile_bound_need_jump', {
    profile_key: key,
    channel,
    redirect_url: `${SITE_ORIGIN}${page}#move=${channel}.${context.app.aid}.${key}`,
  })
}

async function setAddress(
  context: Context,
  tx: Services,
  account: Account,
  recipient: Recipient,
): Promise<void> {
  await requireUnrestricted(tx, account.id)
  const { channel, address } = recipient
  const previous = account[channel]
  if (!(await tx.accounts.setAddress(account.id, channel, previous, address))) {
    throw new PassportError('mobile_has_bound')
  }
  if (channel === 'email') await tx.accounts.dropUnverified(address)
  const notified = recipientsOf({ ...account, [channel]: address })
  if (previous !== null) {
    const former = { channel, address: previous }
    await recordFormerAddress(tx, account.id, former)
    notified.push(former)
  }
  const event = `${channel}_${previous === null ? 'bound' : 'changed'}` as const
  await tx.events.note(context, event, account.id)
  const former = previous === null ? {} : { former: { channel, address: previous } }
  const notice = { event, recipients: notified, about: recipient, ...former }
  await notifyOwner(tx, context, account, notice)
}

async function clearAddress(
  context: Context,
  tx: Services,
  account: Account,
  recipient: Recipient,
): Promise<void> {
  const { channel, address } = recipient
  if (!(await tx.accounts.setAddress(account.id, channel, address, null))) {
    throw new PassportError('binding_not_exist')
  }
  await recordFormerAddress(tx, account.id, recipient)
  const event = `${channel}_unbound` as const
  await tx.events.note(context, event, account.id)
  await notifyOwner(tx, context, account, { event, about: recipient, former: recipient })
}

async function recordFormerAddress(
  tx: Services,
  accountId: string,
  recipient: Recipient,
): Promise<void> {
  // Somebody who reads the mail of the former address may have such a ticket.
  await revokeResetTickets(tx, accountId)
  await recordFormer(tx, accountId, recipient)
}

async function endOtherSessions(
  context: Context,
  tx: Services,
  signOutOthers: 0 | 1,
): Promise<void> {
  const { account, hash } = signedIn(context)
  if (signOutOthers === 1) await endAccess(tx, account, { session: hash, clients: true })
}
