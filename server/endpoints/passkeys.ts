import type * as endpoints from '#protocol/web/passkeys.ts'
import { noSession, signedIn } from '../calls/call.ts'
import { findPendingVerification } from '../codes/code-recipient.ts'
import { toSeconds } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { CHALLENGE_MS } from '../passkeys/challenges.ts'
import { describePasskey, signalsOf } from '../passkeys/describe-passkeys.ts'
import { addPasskey, beginPasskey, confirmPasskey } from '../passkeys/manage-passkeys.ts'
import { withCopyNotice } from '../passkeys/note-copy.ts'
import type { Answering } from '../passkeys/read-client-data.ts'
import { requestOptions } from '../passkeys/request-options.ts'
import { exchangeByPasskey, loginByPasskey } from '../sign-in/passkey-login.ts'
import { EXCHANGE_CODE_MS } from '../sso/exchange-code.ts'
import { TICKET_LIFE_SECONDS } from '../tickets/tickets.ts'
import { issueProofTicket } from '../two-step/proof-tickets.ts'
import { refersToVerification } from '../two-step/risk-check.ts'
import { STEP_UP } from '../two-step/step-up.ts'
import type { Context, Handlers } from './handler.ts'
import { passVerification } from './verify.ts'

/** Handlers of `protocol/web/passkeys.ts`. */
export const passkeys = {
  passkeyOptions: async ({ purpose, rp_id, encrypt_uid }, context) => ({
    options: await requestOptions(context, await answeringOf(context, purpose, encrypt_uid), rp_id),
    former_rp_ids: [...context.services.config.PASSKEY_FORMER_RP_IDS],
    expire_time: CHALLENGE_MS / 1000,
  }),

  passkeyLogin: ({ credential, next }, context) => loginByPasskey(context, credential, next),

  passkeyHostCode: async ({ credential, ...request }, context) => ({
    ...(await exchangeByPasskey(context, credential, request)),
    expire_time: toSeconds(context.now + EXCHANGE_CODE_MS),
  }),

  verifyPasskey: async ({ credential, encrypt_uid, verify_ticket }, context) => {
    const { session, services } = context
    const { passkey } = services.signInMethods
    if (refersToVerification(context, encrypt_uid)) {
      const proof = { credential, purpose: 'verify', session: '' } as const
      const ticket = await passVerification(context, 'passkey', encrypt_uid, (account) =>
        passkey.verify(context, account, proof),
      )
      return { ticket, expire_time: TICKET_LIFE_SECONDS, verify_ticket }
    }
    if (session === undefined) throw noSession()
    const { accountId, id } = session
    const step = { credential, purpose: 'step_up', session: id } as const
    const { answer, use } = await passkey.verify(context, session.account, step)
    const ticket = await withCopyNotice(context, answer, () =>
      services.transaction(async (tx) => {
        await use(tx)
        const data = { type: 0, by: 'passkey' } as const
        return await issueProofTicket(context, tx, STEP_UP, accountId, data)
      }),
    )
    return { ticket, expire_time: TICKET_LIFE_SECONDS }
  },

  passkeyCreateOptions: async ({ ticket }, context) => {
    const { options, ticket: add_ticket } = await beginPasskey(context, ticket)
    return { options, add_ticket, expire_time: TICKET_LIFE_SECONDS }
  },

  createPasskey: async ({ credential, add_ticket: ticket, name }, context) => {
    const added = await addPasskey(context, credential, { name, ticket })
    const signals = await signalsOf(context.services, signedIn(context).account)
    return { ...describePasskey(added), signals }
  },

  confirmPasskey: async ({ id, ticket }, context) =>
    describePasskey(await confirmPasskey(context, id, ticket)),
} satisfies Handlers<typeof endpoints>

async function answeringOf(
  context: Context,
  purpose: 'login' | 'verify' | 'step_up',
  encryptUid: string | undefined,
): Promise<Answering> {
  if (purpose === 'login') return { purpose, accountId: '', session: '' }
  if (purpose === 'step_up') {
    const { accountId, id: session } = signedIn(context)
    return { purpose, accountId, session }
  }
  const { accountId, methods } = await findPendingVerification(context, encryptUid)
  if (!methods.includes('passkey')) throw new PassportError('ticket_expired')
  return { purpose, accountId, session: '' }
}
