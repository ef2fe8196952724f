import { atom } from 'nanostores'
import type { User } from '#protocol/objects.ts'
import type { Instance } from '../../base/instance.ts'
import { beginPasskey, type PasskeyDraft } from '../../client/calls/passkeys.ts'
import { canAskHere, hasPasskeys } from '../../client/passkey-request.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'
import { createPasskeyAction, type PasskeyAction } from '../../ui/flows/passkey-action.ts'
import { createPasskeyMaker } from '../../ui/flows/passkey-maker.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** Who declines once is asked once more after this time. */
const AGAIN_MS = 30 * 24 * 60 * 60_000
const MOST_OFFERS = 2
const KEY = 'passport-passkey-offer'

/** Offers a first passkey after a sign-in, before it leads on. */
export type PasskeyOfferFlow = MadeBy<typeof createPasskeyOffer>

export function createPasskeyOffer(
  instance: Instance,
  { user, draft }: { user: User; draft: PasskeyDraft },
) {
  const formAction = createFormAction(instance, {})
  const passkey: PasskeyAction = createPasskeyAction(instance, formAction)
  const $codes = atom<readonly string[]>([])
  const maker = createPasskeyMaker(instance, passkey)
  return {
    ...formAction.shown,
    passkey,
    /** Recovery codes that came with it, until the person has saved them. */
    $codes,
    async create() {
      const made = await maker.make(draft)
      $codes.set(made?.codes ?? [])
      if (made === undefined && passkey.$end.get() !== 'exists') return
      noteOffers(MOST_OFFERS)
      if ($codes.get().length === 0) await instance.succeed(user)
    },
    /** Leads on after the codes. */
    finish: () => instance.succeed(user),
    async decline() {
      passkey.stop()
      noteOffers(offersMade().count + 1)
      await instance.succeed(user)
    },
    dispose: passkey.stop,
  }
}

/**
 * Returns what a first passkey is made with, after a sign-in; undefined where the device keeps none, the account
 * has one, or the person declined.
 */
export async function findPasskeyOffer(instance: Instance): Promise<PasskeyDraft | undefined> {
  const { count, at } = offersMade()
  const isOver = count >= MOST_OFFERS || (count > 0 && Date.now() - at < AGAIN_MS)
  if (isOver || !hasPasskeys('create')) return undefined
  try {
    if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()))
      return undefined
    const draft = await beginPasskey(instance.client().send, {}, { isQuiet: true })
    if (draft.options.excludeCredentials.length > 0) noteOffers(MOST_OFFERS)
    else if (await canAskHere(draft.options.rp.id)) return draft
  } catch {
    // The person is signed in and wants to go on; another sign-in asks again.
  }
  return undefined
}

function offersMade(): { count: number; at: number } {
  try {
    const [count = 0, at = 0] = (localStorage.getItem(KEY) ?? '').split(' ').map(Number)
    return { count, at }
  } catch {
    // Without storage, nobody could decline for longer than once.
    return { count: MOST_OFFERS, at: 0 }
  }
}

function noteOffers(count: number): void {
  try {
    localStorage.setItem(KEY, `${count} ${Date.now()}`)
  } catch {
    // Without storage, none is made.
  }
}
