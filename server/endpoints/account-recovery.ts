import type * as endpoints from '#protocol/web/account-recovery.ts'
import {
  cancelRecovery,
  prepareFinish,
  startRecovery,
} from '../account-recovery/account-recovery.ts'
import { toRecipient } from '../accounts/recipients.ts'
import { signedIn } from '../calls/call.ts'
import { toSeconds } from '../lib/clock.ts'
import { signIn } from '../sign-in/sign-in.ts'
import type { Handlers } from './handler.ts'

/** Handlers of `protocol/web/account-recovery.ts`. */
export const accountRecovery = {
  startRecovery: async (payload, context) => {
    const recipient = toRecipient(payload, context.params.a_region)
    const { key, readyAt } = await startRecovery(context, recipient, payload.code)
    return { recovery_key: key, ready_at: toSeconds(readyAt) }
  },

  cancelRecovery: async (_payload, context) => {
    const { accountId } = signedIn(context)
    await context.services.transaction((tx) => cancelRecovery(tx, context, accountId))
    return {}
  },

  finishRecovery: async (payload, context) => {
    const recipient = toRecipient(payload, context.params.a_region)
    const { code, next, recovery_key: key } = payload
    return await signIn(context, next, await prepareFinish(context, recipient, code, key))
  },
} satisfies Handlers<typeof endpoints>
