import type * as endpoints from '#protocol/web/passkeys.ts'
import { signedIn } from '../calls/call.ts'
import { findPendingVerification } from '../codes/code-recipient.ts'
import { toSeconds } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { CHALLENGE_MS } from '../passkeys/challenges.ts'
import { describePasskey, signalsOf } from '../passkeys/describe-passkeys.ts'
import { addPasskey, beginPasskey, confirmPasskey } from '../own-methods/manage-passkeys.ts'
import { withCopyNotice } from '../passkeys/note-copy.ts'
import type { Answering } from '../passkeys/read-client-data.ts'
import { requestOptions } from '../passkeys/request-options.ts'
import { exchangeByPasskey, loginByPasskey } from '../sign-in/passkey-login.ts'
import { EXCHANGE_CODE_MS } from '../sso/exchange-code.ts'
import { TICKET_LIFE_SECONDS } from '../tickets/tickets.ts'
import { refersToVerification } from '../two-step/risk-check.ts'
import type { Context, Handlers } from './handler.ts'
import { proveBy } from './verify.ts'

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

  verifyPasskey: ({ credential, ...references }, context) =>
    withCopyNotice(context, () =>
      proveBy(context, 'passkey', references, (account) =>
        context.services.signInMethods.passkey.verify(context, account, {
          credential,
          ...(refersToVerification(context, references.encrypt_uid)
            ? { purpose: 'verify', session: '' }
            : { purpose: 'step_up', session: signedIn(context).id }),
        }),
      ),
    ),

  passkeyCreateOptions: async ({ ticket }, context) => {
    const { options, ticket: add_ticket } = await beginPasskey(context, ticket)
    return { options, add_ticket, expire_time: TICKET_LIFE_SECONDS }
  },

  createPasskey: async ({ credential, add_ticket: ticket, name }, context) => {
    const { passkey, codes } = await addPasskey(context, credential, { name, ticket })
    const signals = await signalsOf(context.services, signedIn(context).account)
    return { ...describePasskey(passkey), signals, recovery_codes: codes }
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
