import {
  cancelDeletion,
  deletionBlockers,
  lossesOf,
  scheduleDeletion,
} from '../account-deletion/account-deletion.ts'
import { codeType } from '#protocol/code-types.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import type * as endpoints from '#protocol/web/account-deletion.ts'
import { toRecipient } from '../accounts/recipients.ts'
import { canProve } from '../accounts/recipients-of.ts'
import { toSeconds } from '../lib/clock.ts'
import { signedIn } from '../calls/call.ts'
import type { Context, Handlers } from './handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'
import { requireStepUp } from '../two-step/step-up.ts'
import { checkPasswordOf } from '../passwords/check-password.ts'
import { checkCode } from '../codes/check-code.ts'
import { CANCEL_DELETION_TICKET } from '../account-deletion/revoke-ticket.ts'
import { forgetBrowser } from '../sign-in/sign-out.ts'
import { describeMethods, methodsOf } from '../two-step/risk-check.ts'

/** The three references that closing asks for: what was seen, and two halves of one proof. */
const VALUE = 'closing_value'
const TOKEN = 'closing_token'
const PROOF = 'closing_proof'

/** Handlers of `protocol/web/account-deletion.ts`. */
export const accountDeletion = {
  cancelVerifyWay: (_call, context) => {
    const { account } = signedIn(context)
    return { ways: describeMethods(account, methodsOf(account)) }
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
    forgetBrowser(context)
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
  if (call.password !== undefined) {
    const key = await checkPasswordOf(context, account, call.password)
    return (tx) => tx.passwordAttempts.clear([key])
  }
  if (call.code === undefined) {
    if (call.ticket === undefined && canProve(account)) throw new PassportError('code_missing')
    return (tx) => requireStepUp(context, tx, call.ticket)
  }
  const channel = codeType(call.type)?.channel === 'email' ? 'email' : 'mobile'
  const address = account[channel]
  if (address === null) throw new PassportError('binding_not_exist')
  const proof = await checkCode(context, { channel, address }, call.type, call.code)
  return (tx) => tx.codes.use(proof)
}
