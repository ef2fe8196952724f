import { atom } from 'nanostores'
import type { Instance } from '../../base/instance.ts'
import { requestPasskey } from '../../client/passkey-request.ts'
import type { FormAction } from './form-action.ts'
import type { MadeBy } from './made-by.ts'

/** Time after which another way is offered first. */
const SLOW_MS = 8000

/** How a request ended without a passkey; each has a sentence. */
export type PasskeyEnd = 'cancelled' | 'unanswered' | 'exists' | 'elsewhere'

const ends: Partial<Record<string, PasskeyEnd>> = {
  NotAllowedError: 'cancelled',
  TimeoutError: 'unanswered',
  InvalidStateError: 'exists',
  SecurityError: 'elsewhere',
}

/** A request for a passkey that the person started, as a screen shows it. */
export type PasskeyAction = MadeBy<typeof createPasskeyAction>

/** Makes the requests of a flow, whose form action shows that they run and what the server refused. */
export function createPasskeyAction(
  { signal }: Pick<Instance, 'signal'>,
  formAction: Pick<FormAction, 'run'>,
) {
  const $isSlow = atom(false)
  const $end = atom<PasskeyEnd | undefined>()
  let stopping = new AbortController()

  return {
    /** Whether it has waited so long that another way comes first. */
    $isSlow,
    /** How the last one ended, if it brought none. */
    $end,
    /** Asks for a passkey, then uses what came; false where nothing came of it. */
    async run<Answer>(
      ask: (signal: AbortSignal) => Promise<Answer>,
      use: (answer: Answer) => Promise<void>,
    ) {
      let isDone = false
      await formAction.run(async () => {
        $end.set(undefined)
        stopping = new AbortController()
        const slow = setTimeout(() => $isSlow.set(true), SLOW_MS)
        let answer
        try {
          const until = AbortSignal.any([signal, stopping.signal])
          answer = await requestPasskey(ask, { signal: until })
        } catch (error) {
          if (!(error instanceof DOMException)) throw error
          // Nothing is said of what the page itself ended.
          $end.set(error.name === 'AbortError' ? undefined : (ends[error.name] ?? 'cancelled'))
          return
        } finally {
          clearTimeout(slow)
          $isSlow.set(false)
        }
        await use(answer)
        isDone = true
      })
      return isDone
    },
    /** Ends the request, because the person takes another way, and what was said of the last one. */
    stop() {
      stopping.abort()
      $end.set(undefined)
    },
  }
}
