import { codeType } from '#protocol/code-types.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import type * as rows from '#protocol/web/closing.ts'
import { toRecipient } from '../accounts/recipients.ts'
import { canProve } from '../accounts/recipients-of.ts'
import { toSeconds } from '../lib/clock.ts'
import { signedIn, type Context, type Handlers } from './handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Stores } from '../services/stores.ts'
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

/** Handlers of `protocol/web/closing.ts`. */
export const accountDeletion = {
  cancelVerifyWay: (_call, context) => {
    const { account } = signedIn(context)
    return { ways: describeMethods(account, methodsOf(account)) }
  },

  cancelCheck: async (_call, context) => {
    const { account } = signedIn(context)
    const { stores, tickets } = context.services
    const { accountDeletion: rules } = context.services
    const reasons = await rules.deletionBlockers(stores, account, context.language)
    return {
      can_cancel: reasons.length === 0 ? 1 : 0,
      reasons,
      values: await rules.valuesOf(account),
      value_ticket: await tickets.issue(stores.tickets, {
        purpose: VALUE,
        aid: context.app.aid,
        holder: account.id,
      }),
    }
  },

  cancelVerify: async (call, context) => {
    const { account, id } = signedIn(context)
    const { stores, tickets } = context.services
    const prove = await proofOf(context, call)
    return await stores.tx(async (tx) => {
      await prove(tx)
      const { aid } = context.app
      return {
        token: await tickets.issue(tx.tickets, { purpose: TOKEN, aid, holder: id }),
        cancel_ticket: await tickets.issue(tx.tickets, { purpose: PROOF, aid, holder: account.id }),
      }
    })
  },

  cancelConfirm: async (call, context) => {
    const { account, id } = signedIn(context)
    const { accountDeletion: rules, outbox, stores, tickets } = context.services
    if (call.abandon === 0 && (await rules.valuesOf(account)).length > 0) {
      throw new PassportError('cannot_cancel', { reasons: [{ code: 'values_kept' }] })
    }
    const cancelAt = await stores.tx(async (tx) => {
      for (const [purpose, reference, holder] of [
        [VALUE, call.value_ticket, account.id],
        [TOKEN, call.token, id],
        [PROOF, call.cancel_ticket, account.id],
      ] as const) {
        await tickets.claim(tx.tickets, purpose, context.app.aid, reference, holder)
      }
      const reasons = await rules.deletionBlockers(tx, account, context.language)
      if (reasons.length > 0) throw new PassportError('cannot_cancel', { reasons })
      return await rules.start(tx, context, account)
    })
    outbox.wake()
    forgetBrowser(context)
    return { cancel_at: toSeconds(cancelAt) }
  },

  cancelRevoke: async (call, context) => {
    const { accounts, accountDeletion: rules, codes, outbox, stores, tickets } = context.services
    const { revoke_ticket: reference } = call
    if (reference !== undefined) {
      await stores.tx(async (tx) => {
        const { aid } = context.app
        const { holder } = await tickets.claim(tx.tickets, CANCEL_DELETION_TICKET, aid, reference)
        await rules.revoke(tx, context, holder)
      })
    } else {
      if (call.code === undefined) throw new PassportError('code_missing')
      const target = toRecipient(call, context.params.a_region)
      const type = preferredType.login[target.channel]
      const proof = await checkCode(context, target, type, call.code)
      await stores.tx(async (tx) => {
        await codes.use(tx.codes, proof, context.now)
        const account = await accounts.findByRecipient(tx, target)
        if (account === undefined) throw new PassportError('not_cancelling')
        await rules.revoke(tx, context, account.id)
      })
    }
    outbox.wake()
    return {}
  },
} satisfies Handlers<typeof rows>

/** What proves the person, checked as far as it can be outside of a transaction. */
async function proofOf(
  context: Context,
  call: {
    code?: string | undefined
    type: number
    password?: string | undefined
    ticket?: string | undefined
  },
): Promise<(tx: Stores) => Promise<void>> {
  const { codes, locks } = context.services
  const { account } = signedIn(context)
  if (call.password !== undefined) {
    const key = await checkPasswordOf(context, account, call.password)
    return (tx) => locks.clear(tx.locks, [key])
  }
  if (call.code === undefined) {
    if (call.ticket === undefined && canProve(account)) throw new PassportError('code_missing')
    return (tx) => requireStepUp(context, tx, call.ticket)
  }
  const channel = codeType(call.type)?.channel === 'email' ? 'email' : 'mobile'
  const address = account[channel]
  if (address === null) throw new PassportError('binding_not_exist')
  const proof = await checkCode(context, { channel, address }, call.type, call.code)
  return (tx) => codes.use(tx.codes, proof, context.now)
}
