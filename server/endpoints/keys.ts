import type * as endpoints from '#protocol/web/keys.ts'
import { toSeconds } from '../lib/clock.ts'
import type { Handlers } from './handler.ts'

/** Handlers of `protocol/web/keys.ts`. */
export const keys = {
  sealKey: async (_payload, context) => {
    const { keys: sealKeys, keysJson, sig, formerSig } = await context.services.seal.keySet()
    return {
      keys: [...sealKeys],
      keys_json: keysJson,
      sig,
      ...(formerSig !== undefined && { former_sig: formerSig }),
      now: toSeconds(context.now),
    }
  },
} satisfies Handlers<typeof endpoints>
