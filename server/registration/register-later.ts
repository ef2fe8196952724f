import { preferredType } from '#protocol/preferred-types.ts'
import { linkTo, makeFrom } from '../linked-accounts/link.ts'
import { readCallback } from '../providers/oauth-return.ts'
import { checkCode } from '../codes/check-code.ts'
import { ensureGoodPassword, ensureOpen, startOf, type Choice } from './register.ts'
import type { SignedIn } from '../sign-in/sign-in.ts'
import { readRecipient, toRecipient, type Recipient } from '../accounts/recipients.ts'
import type { Context } from '../endpoints/handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Stores } from '../services/stores.ts'

/** Purpose of the ticket for an address that was proved before the account is made. */
const REGISTER = 'register'

/** What makes an account, inside the transaction that also opens the session. */
export type Make = (tx: Stores) => Promise<SignedIn>

/** Uses a code up and hands out a ticket for the address; @throws has_registered. */
export async function issueRegisterTicket(
  context: Context,
  target: Recipient,
  code: string,
): Promise<string> {
  const { accounts, codes, devices, stores, tickets } = context.services
  ensureOpen(context)
  const proof = await checkCode(context, target, preferredType.register[target.channel], code)
  return await stores.tx(async (tx) => {
    await codes.use(tx.codes, proof, context.now)
    if (await accounts.findByRecipient(tx, target)) throw new PassportError('has_registered')
    return await tickets.issue(tx.tickets, {
      purpose: REGISTER,
      aid: context.app.aid,
      holder: devices.hashOf(context.caller.webId),
      data: { channel: target.channel, address: target.address },
    })
  })
}

/** Makes the account for the address behind a ticket; @throws ticket_expired, mobile_has_bound. */
export async function makeByTicket(
  context: Context,
  reference: string,
  choice: Choice,
): Promise<Make> {
  const { accounts, devices, stores, tickets } = context.services
  const { aid } = context.app
  ensureOpen(context)
  const holder = devices.hashOf(context.caller.webId)
  const seen = await tickets.peek(stores.tickets, REGISTER, aid, reference)
  const target = readRecipient(seen?.data)
  if (seen?.holder !== holder || target === undefined) throw new PassportError('ticket_expired')
  ensureGoodPassword(context, target, choice)
  const start = await startOf(context, choice)
  return async (tx) => {
    await tickets.claim(tx.tickets, REGISTER, aid, reference, holder)
    await ensureFree(context, tx, target)
    return { account: await accounts.create(tx, { ...start, target }), isNew: true }
  }
}

/**
 * Makes the account for the third-party account behind a key: with an address and a code of its
 * own, or with what the third party proved. @throws ticket_expired, mobile_has_bound.
 */
export async function makeByProfile(
  context: Context,
  key: string,
  call: Choice & {
    mobile?: string | undefined
    email?: string | undefined
    code?: string | undefined
  },
): Promise<Make> {
  const { accounts, codes, stores } = context.services
  ensureOpen(context)
  const came = await readCallback(context, { profile_key: key }, [])
  const hasAddress = call.mobile !== undefined || call.email !== undefined
  const target = hasAddress ? toRecipient(call, context.params.a_region) : undefined
  ensureGoodPassword(context, target, call)
  if (target === undefined) {
    const { passwordHash } = await startOf(context, call)
    return async (tx) => {
      await came.use(tx)
      const account = await makeFrom(context, tx, came.profile, call.name)
      if (passwordHash !== null) await tx.accounts.setPassword(account.id, passwordHash)
      return { account: { ...account, passwordHash }, isNew: true }
    }
  }
  if (call.code === undefined) throw new PassportError('code_missing')
  const type = preferredType.register[target.channel]
  const proof = await checkCode(context, target, type, call.code)
  await ensureFree(context, stores, target)
  const name = call.name ?? (came.profile.name === '' ? undefined : came.profile.name)
  const start = await startOf(context, { ...call, name })
  return async (tx) => {
    await codes.use(tx.codes, proof, context.now)
    await came.use(tx)
    const account = await accounts.create(tx, { ...start, target })
    await linkTo(context, tx, account.id, came.profile, { kickOther: false, changeBind: false })
    return { account, isNew: true }
  }
}

async function ensureFree(context: Context, stores: Stores, target: Recipient): Promise<void> {
  if (await context.services.accounts.findByRecipient(stores, target)) {
    throw new PassportError('mobile_has_bound')
  }
}
