import { randomBytes } from 'node:crypto'
import { preferredType } from '#protocol/preferred-types.ts'
import { pagePath } from '../forms/texts.ts'
import { challengeStepUp, requireStepUp, redeemCodeStepUpTicket } from '../two-step/step-up.ts'
import { checkCode } from '../codes/check-code.ts'
import { dropResets } from '../two-step/proof-tickets.ts'
import type { Account } from '../store/account-repository.ts'
import { FORMER_ADDRESS_MS } from '../store/former-address-repository.ts'
import { notifyOwner } from '../accounts/notify.ts'
import { maskRecipient, readRecipient, type Recipient } from '../accounts/recipients.ts'
import { canSpare, recipientsOf } from '../accounts/recipients-of.ts'
import type { EventKind } from '../store/event-repository.ts'
import { signedIn, type Context } from '../endpoints/handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Stores } from '../services/stores.ts'

/** Purpose of the key that lets a person decide to move an address. */
const MOVE = 'move_address'

type Fresh = (tx: Stores) => Promise<void>

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
  context: Context,
  target: Recipient,
  code: string,
  choice: BindChoice,
): Promise<void> {
  const { codes, stores, tickets } = context.services
  const { accountId } = signedIn(context)
  const proof = await checkCode(context, target, preferredType.bind[target.channel], code)
  const fresh = await freshFor(context, target, choice)
  const key = await stores.tx(async (tx) => {
    await codes.use(tx.codes, proof, context.now)
    const account = await lockOwn(context, tx)
    const owner = await othersOwner(tx, account, target)
    if (owner === undefined || choice.mayMove) {
      await put(context, tx, account, owner, target, choice, fresh)
      return undefined
    }
    if (!(await canLeave(tx, owner, target.channel))) throw new PassportError('mobile_has_bound')
    await ensureAllowed(context, tx, account[target.channel], choice, fresh)
    // Kept, so that the code is used up: the key stands for it now, and for who was proved.
    const { channel, address } = target
    return await tickets.issue(tx.tickets, {
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
  context.services.outbox.wake()
  if (key !== undefined) throw undecided(context, target.channel, key)
}

/** The proved address that a key stands for; the key stays good. @throws ticket_expired. */
export async function peekMove(
  context: Context,
  channel: Recipient['channel'],
  key: string,
): Promise<Recipient> {
  const { stores, tickets } = context.services
  const ticket = await tickets.peek(stores.tickets, MOVE, context.app.aid, key)
  const target = readRecipient(ticket?.data)
  if (target?.channel !== channel) throw new PassportError('ticket_expired')
  return target
}

/**
 * Moves the address that a key stands for to the account of the session, as was wished when the key
 * was made; @throws ticket_expired, mobile_has_bound, already_bound.
 */
export async function moveAddress(
  context: Context,
  target: Recipient,
  key: string,
  call: Pick<BindChoice, 'sign_out_others'>,
): Promise<void> {
  const { stores, tickets } = context.services
  const { accountId } = signedIn(context)
  await stores.tx(async (tx) => {
    const { data } = await tickets.claim(tx.tickets, MOVE, context.app.aid, key, accountId)
    const account = await lockOwn(context, tx)
    const from = account[target.channel]
    if (from === target.address) return
    // One that came in between was not what the person wished to replace, nor proved to be theirs.
    if (from !== null && from !== data.replaces) throw new PassportError('already_bound')
    const owner = await othersOwner(tx, account, target)
    const isWished = data.sign_out_others === 1 || call.sign_out_others === 1
    await place(context, tx, { account, owner, target, sign_out_others: isWished ? 1 : 0 })
  })
  context.services.outbox.wake()
}

/**
 * Replaces an address: the ticket shows that a code to an address of the account was right, the
 * code that the new one is theirs. @throws binding_not_exist, ticket_expired, mobile_has_bound.
 */
export async function changeAddress(
  context: Context,
  target: Recipient,
  call: { ticket: string; code: string; sign_out_others: 0 | 1 },
): Promise<void> {
  const { codes, stores } = context.services
  const proof = await checkCode(context, target, preferredType.change[target.channel], call.code)
  await stores.tx(async (tx) => {
    await codes.use(tx.codes, proof, context.now)
    const account = await lockOwn(context, tx)
    await redeemCodeStepUpTicket(context, tx, call.ticket)
    const from = account[target.channel]
    if (from === null) throw new PassportError('binding_not_exist')
    if (from === target.address) return
    if ((await othersOwner(tx, account, target)) !== undefined) {
      throw new PassportError('mobile_has_bound')
    }
    await write(context, tx, account, target, from)
    await endOthers(context, tx, call.sign_out_others)
  })
  context.services.outbox.wake()
}

/** Takes an address off the account of the session; @throws binding_not_exist, last_binding, ticket_expired. */
export async function unbindAddress(
  context: Context,
  channel: Recipient['channel'],
  call: { ticket: string; sign_out_others: 0 | 1 },
): Promise<void> {
  await context.services.stores.tx(async (tx) => {
    const account = await lockOwn(context, tx)
    const address = account[channel]
    if (address === null) throw new PassportError('binding_not_exist')
    if (!(await canLeave(tx, account, channel))) throw new PassportError('last_binding')
    await requireStepUp(context, tx, call.ticket)
    await takeOff(context, tx, account, { channel, address })
    await endOthers(context, tx, call.sign_out_others)
  })
  context.services.outbox.wake()
}

// Replacing an address takes a ticket of its own, see `ensureAllowed`; one that was taken off
// meanwhile is not replaced.
async function freshFor(context: Context, target: Recipient, choice: BindChoice): Promise<Fresh> {
  const present = signedIn(context).account[target.channel]
  return present === null
    ? await challengeStepUp(context, choice.ticket, target.address)
    : (tx) => requireStepUp(context, tx, choice.ticket)
}

async function lockOwn(context: Context, tx: Stores): Promise<Account> {
  const account = await tx.life.lock(signedIn(context).accountId)
  if (account?.state !== 'active') throw new PassportError('session_expired')
  return account
}

async function othersOwner(
  tx: Stores,
  account: Account,
  target: Recipient,
): Promise<Account | undefined> {
  const owner = await tx.life.lockOwner(target)
  return owner?.id === account.id ? undefined : owner
}

async function canLeave(
  tx: Stores,
  account: Account,
  channel: Recipient['channel'],
): Promise<boolean> {
  // One whose account is closed or banned waits for what becomes of it.
  if (account.state !== 'active') return false
  const linkedAccounts = await tx.linkedAccounts.of(account.id)
  return canSpare(account, channel, linkedAccounts.length)
}

async function put(
  context: Context,
  tx: Stores,
  account: Account,
  owner: Account | undefined,
  target: Recipient,
  choice: BindChoice,
  fresh: Fresh,
): Promise<void> {
  const from = account[target.channel]
  if (from === target.address) return
  await ensureAllowed(context, tx, from, choice, fresh)
  await place(context, tx, { account, owner, target, sign_out_others: choice.sign_out_others })
}

async function ensureAllowed(
  context: Context,
  tx: Stores,
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
  context: Context,
  tx: Stores,
  move: { account: Account; owner: Account | undefined; target: Recipient; sign_out_others: 0 | 1 },
): Promise<void> {
  const { account, owner, target } = move
  if (owner !== undefined) {
    if (!(await canLeave(tx, owner, target.channel))) throw new PassportError('mobile_has_bound')
    await takeOff(context, tx, owner, target)
  }
  await write(context, tx, account, target, account[target.channel])
  await endOthers(context, tx, move.sign_out_others)
}

// The page asks and moves it; the key is in the part of an address that no server is sent.
function undecided(context: Context, channel: Recipient['channel'], key: string): PassportError {
  const { SITE_ORIGIN } = context.services.config
  const page = pagePath('/third-party-oauth', context.language)
  return new PassportError('mobile_bound_need_jump', {
    profile_key: key,
    redirect_url: `${SITE_ORIGIN}${page}#move=${channel}.${context.app.aid}.${key}`,
  })
}

async function write(
  context: Context,
  tx: Stores,
  account: Account,
  target: Recipient,
  from: string | null,
): Promise<void> {
  const { channel, address } = target
  if (!(await tx.life.setAddress(account.id, channel, from, address))) {
    throw new PassportError('mobile_has_bound')
  }
  if (channel === 'email') await tx.life.dropUnverified(address)
  if (from !== null) await keepFormer(context, tx, account.id, { channel, address: from })
  await noteChange(context, tx, account, channel, from === null ? 'bound' : 'changed')
  const after = { ...account, [channel]: address }
  const reportFailure =
    from === null ? recipientsOf(after) : [...recipientsOf(after), { channel, address: from }]
  const kind = from === null ? 'address_added' : 'address_changed'
  const about = { address: maskRecipient(target) }
  await notifyOwner(context.services.outbox, tx, account, kind, about, reportFailure)
}

async function takeOff(
  context: Context,
  tx: Stores,
  account: Account,
  target: Recipient,
): Promise<void> {
  const { channel, address } = target
  if (!(await tx.life.setAddress(account.id, channel, address, null))) {
    throw new PassportError('binding_not_exist')
  }
  await keepFormer(context, tx, account.id, target)
  await noteChange(context, tx, account, channel, 'unbound')
  const about = { address: maskRecipient(target) }
  await notifyOwner(context.services.outbox, tx, account, 'address_removed', about)
}

async function keepFormer(
  context: Context,
  tx: Stores,
  accountId: string,
  target: Recipient,
): Promise<void> {
  // Whoever reads what comes to that address may hold one.
  await dropResets(tx, accountId)
  await tx.addresses.addFormer({
    ...target,
    id: randomBytes(16).toString('base64url'),
    accountId,
    leftAt: context.now,
    expiresAt: context.now + FORMER_ADDRESS_MS,
  })
}

async function noteChange(
  context: Context,
  tx: Stores,
  account: Account,
  channel: Recipient['channel'],
  what: 'bound' | 'changed' | 'unbound',
): Promise<void> {
  const kind: EventKind = `${channel}_${what}`
  await context.services.events.note(tx.events, context, kind, account.id)
}

async function endOthers(context: Context, tx: Stores, isWished: 0 | 1): Promise<void> {
  const { accountId, hash } = signedIn(context)
  if (isWished === 1) await tx.sessions.endAll(accountId, hash)
}
