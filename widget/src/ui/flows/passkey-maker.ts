import type { CreatedCredential } from '#protocol/passkeys.ts'
import type { Instance } from '../../base/instance.ts'
import { addPasskey, type PasskeyDraft } from '../../client/calls/passkeys.ts'
import { NetworkError } from '../../client/errors.ts'
import { makePasskey } from '../../client/make-passkey.ts'
import type { PasskeyAction } from './passkey-action.ts'

/**
 * Makes passkeys. One whose reply is lost is sent again by the next press: another one would overwrite it in
 * the authenticator, and nobody has seen the codes that came with it.
 */
export function createPasskeyMaker(
  instance: Pick<Instance, 'client'>,
  passkey: Pick<PasskeyAction, 'run'>,
) {
  let lost: { draft: PasskeyDraft; made: CreatedCredential } | undefined
  return {
    /** What the one was begun with whose reply is lost. */
    lostDraft: () => lost?.draft,
    /** Returns its name, and codes that came with it; undefined where nothing came of it. */
    async make(draft: PasskeyDraft) {
      let added: Awaited<ReturnType<typeof addPasskey>> | undefined
      await passkey.run(
        async (signal) => lost?.made ?? (await makePasskey(draft.options, signal)),
        async (made) => {
          const isRepeated = lost !== undefined
          lost = undefined
          try {
            added = await addPasskey(instance.client().send, draft, made, isRepeated)
          } catch (error) {
            if (error instanceof NetworkError) lost = { draft, made }
            throw error
          }
        },
      )
      return added
    },
  }
}
