import { requireUnrestricted } from '../account-recovery/account-recovery.ts'
import { codeType } from '#protocol/code-types.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import { codeMethods, serves } from '#protocol/sign-in-methods.ts'
import type * as endpoints from '#protocol/web/account-deletion.ts'
import {
  cancelDeletion,
  cancelDeletionByTicket,
  deletionBlockers,
  lossesOf,
  scheduleDeletion,
} from '../account-deletion/account-deletion.ts'
import { toRecipient } from '../accounts/recipients.ts'
import { noSession, signedIn } from '../calls/call.ts'
import { checkCode } from '../codes/check-code.ts'
import { toSeconds } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'
import { signIn, type SignedIn } from '../sign-in/sign-in.ts'
import { clearSessionCookies } from '../sign-in/sign-out.ts'
import type { Recipient } from '../store/recipient.ts'
import { describeMethods, type SecondMethod } from '../two-step/method-listing.ts'
import { checkRisk, codeLoginOf } from '../two-step/risk-check.ts'
import { accountLevel, methodsReaching } from '../two-step/account-level.ts'
import { challengeLevel, requireStepUp } from '../two-step/step-up.ts'
import type { Context, Handlers } from './handler.ts'
import type { Account } from '../store/schema/accounts.ts'

// Purposes of the tickets that `cancelConfirm` requires.
const LOSSES_LISTED = 'closing_value'
const PROVED_IN_SESSION = 'closing_token'
const PROVED_BY_ACCOUNT = 'closing_proof'

/** Handlers of `protocol/web/account-deletion.ts`. */
export const accountDeletion = {
  cancelVerifyWay: async (_payload, context) => {
    const { account } = signedIn(context)
    return { ways: describeMethods(await proofsOf(context.services, account)) }
  },

  cancelCheck: async (_payload, context) => {
    const { account } = signedIn(context)
    const { services } = context
    const reasons = await deletionBlockers(services, account, context.language)
    return {
      can_cancel: reasons.length === 0 ? 1 : 0,
      reasons,
      values: await lossesOf(services, account),
      value_ticket: await services.tickets.issue({
        purpose: LOSSES_LISTED,
        aid: context.app.aid,
        holder: account.id,
      }),
    }
  },

  cancelVerify: async (payload, context) => {
    const { account, id } = signedIn(context)
    const { transaction } = context.services
    await challengeLevel(context, payload.ticket, account.id)
    const useProof = await verifyProof(context, payload)
    return await transaction(async (tx) => {
      await useProof(tx)
      const { aid } = context.app
      return {
        token: await tx.tickets.issue({ purpose: PROVED_IN_SESSION, aid, holder: id }),
        cancel_ticket: await tx.tickets.issue({
          purpose: PROVED_BY_ACCOUNT,
          aid,
          holder: account.id,
        }),
      }
    })
  },

  cancelConfirm: async (payload, context) => {
    const { account, id } = signedIn(context)
    const { services } = context
    if (payload.abandon === 0 && (await lossesOf(services, account)).length > 0) {
      throw new PassportError('cannot_cancel', { reasons: [{ code: 'values_kept' }] })
    }
    const cancelAt = await services.transaction(async (tx) => {
      // Locked, so that the person does not become a manager meanwhile.
      const present = await tx.accounts.lock(account.id)
      if (present === undefined) throw noSession()
      await requireUnrestricted(tx, account.id)
      for (const [purpose, reference, holder] of [
        [LOSSES_LISTED, payload.value_ticket, account.id],
        [PROVED_IN_SESSION, payload.token, id],
        [PROVED_BY_ACCOUNT, payload.cancel_ticket, account.id],
      ] as const) {
        await tx.tickets.claim(purpose, context.app.aid, reference, holder)
      }
      const reasons = await deletionBlockers(tx, present, context.language)
      if (reasons.length > 0) throw new PassportError('cannot_cancel', { reasons })
      return await scheduleDeletion(tx, context, present)
    })
    clearSessionCookies(context)
    return { cancel_at: toSeconds(cancelAt) }
  },

  cancelRevoke: async (payload, context) => {
    const { code, revoke_ticket: reference } = payload
    if (reference !== undefined) {
      return await signIn(context, payload.next, (tx: Services) =>
        cancelDeletionByTicket(tx, context, reference),
      )
    }
    if (code === undefined) throw new PassportError('code_missing')
    const recipient = toRecipient(payload, context.params.a_region)
    return await signIn(context, payload.next, await proveByCode(context, recipient, code))
  },
} satisfies Handlers<typeof endpoints>

/** Checks the code; returns what cancels the deletion in the transaction of the session. */
async function proveByCode(
  context: Context,
  recipient: Recipient,
  code: string,
): Promise<(tx: Services) => Promise<SignedIn>> {
  const type = preferredType.login[recipient.channel]
  const proof = await checkCode(context, recipient, type, code)
  const account = await context.services.accounts.findByRecipient(recipient)
  if (account?.state !== 'cancelling') throw new PassportError('not_cancelling')
  await checkRisk(context, account, {
    ...codeLoginOf(recipient.channel),
    subject: recipient.address,
  })
  return async (tx) => {
    await tx.codes.use(proof)
    const owner = await tx.accounts.findByRecipient(recipient)
    if (owner === undefined) throw new PassportError('not_cancelling')
    const restored = await cancelDeletion(tx, context, owner.id)
    return { account: restored, isNew: false, method: codeMethods[recipient.channel] }
  }
}

// Methods that only confirm a sign-in prove nothing here.
async function proofsOf(services: Services, account: Account): Promise<SecondMethod[]> {
  const methods = await methodsReaching(services, account, await accountLevel(services, account))
  return methods.filter(({ name }) => serves(name, 'stepUp'))
}

/** Verifies the proof; returns the function that uses it in a transaction. */
async function verifyProof(
  context: Context,
  payload: {
    code?: string | undefined
    type: number
    password?: string | undefined
    ticket?: string | undefined
  },
): Promise<(tx: Services) => Promise<void>> {
  const { account } = signedIn(context)
  const { services } = context
  const { signInMethods } = services
  if (payload.password !== undefined && serves('password', 'stepUp')) {
    const { password } = payload
    return (await signInMethods.password.verify(context, account, { password })).use
  }
  if (payload.code !== undefined) {
    const { code, type } = payload
    const channel = codeType(type)?.channel === 'email' ? 'email' : 'mobile'
    const method = codeMethods[channel]
    if (serves(method, 'stepUp')) {
      return (await signInMethods[method].verify(context, account, { code, type })).use
    }
  }
  const hasMethod = (await proofsOf(services, account)).length > 0
  if (payload.ticket === undefined && hasMethod) throw new PassportError('code_missing')
  return (tx) => requireStepUp(context, tx, payload.ticket)
}
