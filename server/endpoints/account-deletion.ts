import {
  cancelDeletion,
  deletionBlockers,
  lossesOf,
  scheduleDeletion,
} from '../account-deletion/account-deletion.ts'
import { codeType } from '#protocol/code-types.ts'
import { codeMethods } from '#protocol/sign-in-methods.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import type * as endpoints from '#protocol/web/account-deletion.ts'
import { toRecipient } from '../accounts/recipients.ts'
import { toSeconds } from '../lib/clock.ts'
import { signedIn } from '../calls/call.ts'
import type { Context, Handlers } from './handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'
import { requireStepUp } from '../two-step/step-up.ts'
import { checkCode } from '../codes/check-code.ts'
import { CANCEL_DELETION_TICKET } from '../account-deletion/revoke-ticket.ts'
import { clearSessionCookies } from '../sign-in/sign-out.ts'
import { describeMethods, secondMethodsOf } from '../two-step/method-listing.ts'

/** The three references that closing asks for: what was seen, and two halves of one proof. */
const VALUE = 'closing_value'
const TOKEN = 'closing_token'
const PROOF = 'closing_proof'

/** Handlers of `protocol/web/account-deletion.ts`. */
export const accountDeletion = {
  cancelVerifyWay: async (_call, context) => {
    const { account } = signedIn(context)
    return { ways: describeMethods(await secondMethodsOf(context.services, account)) }
  },

  cancelCheck: async (_call, context) => {
    const { account } = signedIn(context)
    const { services } = context
    const reasons = await deletionBlockers(services, account, context.language)
    return {
      can_cancel: reasons.length === 0 ? 1 : 0,
      reasons,
      values: await lossesOf(services, account),
      value_ticket: await services.tickets.issue({
        purpose: VALUE,
        aid: context.app.aid,
        holder: account.id,
      }),
    }
  },

  cancelVerify: async (call, context) => {
    const { account, id } = signedIn(context)
    const { transaction } = context.services
    const prove = await proofOf(context, call)
    return await transaction(async (tx) => {
      await prove(tx)
      const { aid } = context.app
      return {
        token: await tx.tickets.issue({ purpose: TOKEN, aid, holder: id }),
        cancel_ticket: await tx.tickets.issue({ purpose: PROOF, aid, holder: account.id }),
      }
    })
  },

  cancelConfirm: async (call, context) => {
    const { account, id } = signedIn(context)
    const { services } = context
    if (call.abandon === 0 && (await lossesOf(services, account)).length > 0) {
      throw new PassportError('cannot_cancel', { reasons: [{ code: 'values_kept' }] })
    }
    const cancelAt = await services.transaction(async (tx) => {
      for (const [purpose, reference, holder] of [
        [VALUE, call.value_ticket, account.id],
        [TOKEN, call.token, id],
        [PROOF, call.cancel_ticket, account.id],
      ] as const) {
        await tx.tickets.claim(purpose, context.app.aid, reference, holder)
      }
      const reasons = await deletionBlockers(tx, account, context.language)
      if (reasons.length > 0) throw new PassportError('cannot_cancel', { reasons })
      return await scheduleDeletion(tx, context, account)
    })
    clearSessionCookies(context)
    return { cancel_at: toSeconds(cancelAt) }
  },

  cancelRevoke: async (call, context) => {
    const { transaction } = context.services
    const { revoke_ticket: reference } = call
    if (reference !== undefined) {
      await transaction(async (tx) => {
        const { aid } = context.app
        const { holder } = await tx.tickets.claim(CANCEL_DELETION_TICKET, aid, reference)
        await cancelDeletion(tx, context, holder)
      })
    } else {
      if (call.code === undefined) throw new PassportError('code_missing')
      const recipient = toRecipient(call, context.params.a_region)
      const type = preferredType.login[recipient.channel]
      const proof = await checkCode(context, recipient, type, call.code)
      await transaction(async (tx) => {
        await tx.codes.use(proof)
        const account = await tx.accounts.findByRecipient(recipient)
        if (account === undefined) throw new PassportError('not_cancelling')
        await cancelDeletion(tx, context, account.id)
      })
    }
    return {}
  },
} satisfies Handlers<typeof endpoints>

/** What proves the person, checked as far as it can be outside of a transaction. */
async function proofOf(
  context: Context,
  call: {
    code?: string | undefined
    type: number
    password?: string | undefined
    ticket?: string | undefined
  },
): Promise<(tx: Services) => Promise<void>> {
  const { account } = signedIn(context)
  const { services } = context
  const { signInMethods } = services
  if (call.password !== undefined) {
    const { password } = call
    return (await signInMethods.password.verify(context, account, { password })).use
  }
  if (call.code !== undefined) {
    const { code, type } = call
    const channel = codeType(type)?.channel === 'email' ? 'email' : 'mobile'
    return (await signInMethods[codeMethods[channel]].verify(context, account, { code, type })).use
  }
  const hasMethod = (await secondMethodsOf(services, account)).length > 0
  if (call.ticket === undefined && hasMethod) throw new PassportError('code_missing')
  return (tx) => requireStepUp(context, tx, call.ticket)
}
