import { passkeyCreateOptions, confirmPasskey as confirmEndpoint } from '#protocol/web/passkeys.ts'
import { removeMethod } from '#protocol/web/methods.ts'
import {
  beginPasskey,
  confirmPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  type Passkey,
} from '../../client/calls/passkeys.ts'
import { hasPasskeys } from '../../client/passkey-request.ts'
import { createPasskeyAction, type PasskeyAction } from '../../ui/flows/passkey-action.ts'
import { createPasskeyMaker } from '../../ui/flows/passkey-maker.ts'
import type { AccountRoom } from './account-room.ts'
import { createAccountAction } from './account-store.ts'
import { createOwnList } from './own-list.ts'
import { withStepUp } from './step-up.ts'

/** The passkeys of a person, and making one. */
export type PasskeysFlow = ReturnType<typeof createPasskeysFlow>

export function createPasskeysFlow(room: AccountRoom) {
  const { instance, account } = room
  const formAction = createAccountAction(instance, account, {})
  const passkey: PasskeyAction = createPasskeyAction(instance, formAction)
  const maker = createPasskeyMaker(instance, passkey)
  const send = () => instance.client().send
  const query = createOwnList(room, listPasskeys)

  // What a step-up takes has changed.
  async function reload(): Promise<void> {
    await Promise.all([query.load(), account.load()])
  }

  return {
    ...formAction.shown,
    query,
    passkey,
    /** Whether this browser can make one. */
    canCreate: hasPasskeys('create'),
    /** Makes one with the authenticator that the person chooses; returns its name, and codes that came with it. */
    async create() {
      const lost = maker.lostDraft()
      let draft = lost
      // Before the request: the step-up may ask for a passkey of its own.
      await formAction.run(async () => {
        draft ??= await withStepUp(instance, account, passkeyCreateOptions, (proof) =>
          beginPasskey(send(), proof),
        )
      })
      if (draft === undefined) return undefined
      const made = await maker.make(draft)
      if (made !== undefined || lost !== undefined) await reload()
      return made
    },
    /** Changes the name; an empty one changes nothing. */
    async rename(one: Passkey, name: string) {
      if (name === '') return
      await renamePasskey(send(), one, name)
      await query.load()
    },
    /** Says that one of which there seemed to be a copy is the person's alone. */
    async confirm(one: Passkey) {
      await withStepUp(instance, account, confirmEndpoint, (proof) =>
        confirmPasskey(send(), one, proof),
      )
      await query.load()
    },
    async remove(one: Passkey) {
      await withStepUp(instance, account, removeMethod, (proof) =>
        removePasskey(send(), one, proof),
      )
      // What was said of creating one, such as that there is one here, may no longer be so.
      passkey.stop()
      await reload()
    },
    dispose() {
      passkey.stop()
      query.dispose()
    },
  }
}
