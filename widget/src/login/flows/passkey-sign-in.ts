import { atom } from 'nanostores'
import type { AssertedCredential, RequestOptions } from '#protocol/passkeys.ts'
import type { Instance } from '../../base/instance.ts'
import { isOtherSite } from '../../base/is-other-site.ts'
import {
  askForPasskey,
  codeByPasskey,
  signInByPasskey,
} from '../../client/calls/passkey-sign-in.ts'
import { isRejection } from '../../client/errors.ts'
import {
  canAskHere,
  canAutofill,
  getPasskey,
  hasPasskeys,
  requestPasskey,
} from '../../client/passkey-request.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'
import { createPasskeyAction, type PasskeyAction } from '../../ui/flows/passkey-action.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** Time for which a challenge is good, a minute less than the server accepts it. */
const FRESH_MS = 9 * 60_000

/** Answers in a row that are refused, after which none is waited for. */
const MOST_FAILURES = 3

/** Signs in with a passkey, by a button or in the list of the first field. */
export type PasskeySignIn = MadeBy<typeof createPasskeySignIn>

interface Answer {
  credential: AssertedCredential
  rpId: string
}

/** How a page that cannot ask for passkeys itself leads to one that can. */
type Way = 'here' | 'hosted' | 'none'

export function createPasskeySignIn(instance: Instance) {
  const { pages, server } = instance.$settings.get()
  // The account server's own pages can always ask; others know after the first call.
  const $isOffered = atom(pages !== undefined && hasPasskeys())
  const formAction = createFormAction(instance, {})
  const passkey: PasskeyAction = createPasskeyAction(instance, formAction)
  const life = new AbortController()
  let way: Way | undefined
  let isWaiting = false
  let fresh: { options: Promise<RequestOptions>; at: number } | undefined
  let formerRpIds: readonly string[] = []
  const $hasOlder = atom(false)

  async function askServer(rpId?: string): Promise<RequestOptions> {
    const asked = await askForPasskey(instance.client().send, rpId)
    if (rpId === undefined) ({ formerRpIds } = asked)
    $hasOlder.set(formerRpIds.length > 0)
    return asked.options
  }

  async function fetchOptions(): Promise<RequestOptions> {
    if (fresh === undefined || Date.now() - fresh.at > FRESH_MS) {
      fresh = { options: askServer(), at: Date.now() }
      fresh.options.catch(() => (fresh = undefined))
    }
    return await fresh.options
  }

  async function findWay(): Promise<Way> {
    const elsewhere = instance.$settings.get().redirectUri === '' ? 'none' : 'hosted'
    if (!hasPasskeys()) return typeof PublicKeyCredential === 'function' ? elsewhere : 'none'
    // Without a list to offer them in, pages of the account server need not ask before the button is pressed.
    if (pages !== undefined && !(await canAutofill())) return 'here'
    try {
      const { rpId } = await fetchOptions()
      const isHere = (await canAskHere(rpId)) && (elsewhere === 'hosted' || !isOtherSite(server))
      return isHere ? 'here' : elsewhere
    } catch (error) {
      if (!isRejection(error, 'passkeys_unavailable')) throw error
      return pages === undefined ? elsewhere : 'none'
    }
  }

  async function ask(signal: AbortSignal, isConditional: boolean): Promise<Answer> {
    const options = await fetchOptions()
    const credential = await getPasskey(options, signal, isConditional)
    return { credential, rpId: options.rpId }
  }

  async function use({ credential, rpId }: Answer): Promise<void> {
    // A challenge works once, whatever comes of it.
    fresh = undefined
    const { send } = instance.client()
    if (!isOtherSite(server)) {
      await instance.succeed(await signInByPasskey(send, credential, rpId), { by: 'passkey' })
      return
    }
    // A page of another site keeps no session: its server redeems a code.
    const { checkExchangeAttributes } = await import('../../base/exchange-code.ts')
    if (!checkExchangeAttributes(instance)) return
    instance.authorize(await codeByPasskey(send, credential, rpId, instance.$settings.get()))
  }

  async function wait(): Promise<void> {
    try {
      way ??= await findWay()
    } catch {
      // Nobody has asked for anything yet; the button says what is wrong.
      return
    }
    if (life.signal.aborted) return
    $isOffered.set(way !== 'none')
    if (way !== 'here' || !(await canAutofill())) return
    if (isWaiting) return
    isWaiting = true
    let failures = 0
    while (isWaiting && !life.signal.aborted) {
      const old = AbortSignal.timeout(FRESH_MS)
      const signal = AbortSignal.any([life.signal, old])
      try {
        const answer = await requestPasskey((until) => ask(until, true), { signal, isQuiet: true })
        const isDone = await formAction.run(() => use(answer))
        // Some authenticators answer without the person, who has the button as well.
        failures += 1
        isWaiting = !isDone && failures < MOST_FAILURES
      } catch {
        // A renewed challenge goes on; the button, or another element, asks in its place.
        isWaiting = old.aborted
        if (isWaiting) await isVisible(life.signal)
      }
    }
    isWaiting = false
  }

  return {
    ...formAction.shown,
    passkey,
    /** Whether the button is shown: this page, or the account server's own, can ask for passkeys. */
    $isOffered,
    async signIn() {
      if ((way ?? 'here') === 'hosted') {
        instance.go({ name: 'hosted' })
        return
      }
      if (await passkey.run((signal) => ask(signal, false), use)) return
      if (passkey.$end.get() === 'elsewhere' && instance.$settings.get().redirectUri !== '') {
        instance.go({ name: 'hosted' })
      } else void wait()
    },
    /** Whether there may be passkeys made before the server changed its RP ID, which `signIn` does not find. */
    $hasOlder,
    /** Asks for such a passkey; of several former RP IDs, the next one each time. */
    async signInByOlder() {
      const [rpId, ...others] = formerRpIds
      if (rpId === undefined) return
      formerRpIds = [...others, rpId]
      const askOlder = async (signal: AbortSignal): Promise<Answer> => ({
        credential: await getPasskey(await askServer(rpId), signal),
        rpId,
      })
      if (!(await passkey.run(askOlder, use))) void wait()
    },
    /** Offers passkeys in the list of the first field, until it is disposed of. */
    wait,
    dispose: () => life.abort(),
  }
}

/** Waits until the page is seen, since a challenge for nobody would only be asked for in vain. */
function isVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (document.visibilityState === 'visible' || signal.aborted) resolve()
      else document.addEventListener('visibilitychange', check, { once: true, signal })
    }
    signal.addEventListener('abort', () => resolve(), { once: true })
    check()
  })
}
