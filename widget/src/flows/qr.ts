import { atom, type ReadableAtom } from 'nanostores'
import { checkQrconnect, getQrcode } from '#protocol/web/qr.ts'
import { NetworkError, PassportError } from '../client/errors.ts'
import type { Instance } from '../instance.ts'
import { toFormError } from './form-error.ts'
import { reportFailure, stopAt } from './form-action.ts'

/** How a sign-in by phone stands. */
export type QrState =
  | { name: 'loading' }
  /** `picture` is a PNG in base64; `number` has to be found on the phone again. */
  | { name: 'waiting'; picture: string; number: number | undefined; isOffline: boolean }
  | { name: 'scanned'; who: string; number: number | undefined }
  | { name: 'refused' }
  | { name: 'expired' }
  /** Nobody looks at the page, so it has stopped asking. */
  | { name: 'paused' }
  | { name: 'failed'; text: string }

/** Signing in by a code that a phone scans. */
export interface QrFlow {
  $state: ReadableAtom<QrState>
  /** Shows a new code. */
  renew(): void
  dispose(): void
}

/** What passes the time: a page of its own in tests. */
export interface QrClock {
  wait(ms: number, signal: AbortSignal): Promise<void>
  isHidden(): boolean
  /** Resolves when the page is looked at again. */
  shown(signal: AbortSignal): Promise<void>
}

/** The page stops asking when nobody has looked at it for this long. */
const HIDDEN_MS = 60_000
const USUAL_INTERVAL_MS = 3000
const MAX_INTERVAL_MS = 15_000

interface Code {
  token: string
  picture: string
  number: number | undefined
}

/** Makes the sign-in by QR code of one element; it asks until it is disposed. */
export function createQrFlow(instance: Instance, clock: QrClock = pageClock): QrFlow {
  const $state = atom<QrState>({ name: 'loading' })
  let life = new AbortController()

  async function begin(signal: AbortSignal): Promise<void> {
    $state.set({ name: 'loading' })
    try {
      const next = instance.destination()
      const shown = await instance.client().send(getQrcode, next === '' ? {} : { next }, { signal })
      await ask(show(shown), intervalOf(shown.interval), signal)
    } catch (error) {
      if (signal.aborted || instance.signal.aborted) return
      if (!stopAt(instance, error)) {
        const formError = toFormError(error, instance.$messages.get(), {})
        $state.set({ name: 'failed', text: formError?.text ?? '' })
      }
      reportFailure(instance, error)
    }
  }

  async function ask(first: Code, usual: number, signal: AbortSignal): Promise<void> {
    let code = first
    let interval = usual
    let hiddenMs = 0
    while (!signal.aborted) {
      await clock.wait(interval, signal)
      hiddenMs = clock.isHidden() ? hiddenMs + interval : 0
      if (hiddenMs >= HIDDEN_MS) {
        $state.set({ name: 'paused' })
        await clock.shown(signal)
        // What is left of the old code is not worth asking about.
        return await begin(signal)
      }
      try {
        const reply = await instance
          .client()
          .send(checkQrconnect, { token: code.token }, { signal })
        interval = intervalOf(reply.interval)
        const status = nameOf(reply)
        if (status === 'confirmed' && reply.user_data !== undefined) {
          await instance.succeed('sign-in', reply.user_data)
          return
        }
        if (status === 'refused') {
          $state.set({ name: 'refused' })
          return
        }
        if (status === 'scanned') {
          const who = reply.scan_user_info?.screen_name ?? ''
          $state.set({ name: 'scanned', who, number: code.number })
        } else if (status !== 'expired') {
          $state.set({ name: 'waiting', ...code, isOffline: false })
        } else if (reply.token !== undefined && reply.qrcode !== undefined) {
          code = show({ ...reply, token: reply.token, qrcode: reply.qrcode })
        } else {
          $state.set({ name: 'expired' })
          return
        }
      } catch (error) {
        if (!isPassing(error)) throw error
        interval = Math.min(interval * 2, MAX_INTERVAL_MS)
        const state = $state.get()
        const isOffline = error instanceof NetworkError
        if (state.name === 'waiting') $state.set({ ...state, isOffline })
      }
    }
  }

  function show(shown: { token: string; qrcode: string; match_number?: number | undefined }): Code {
    const code = {
      token: shown.token,
      // Some applications want the picture as an address.
      picture: shown.qrcode.slice(shown.qrcode.indexOf(',') + 1),
      number: shown.match_number,
    }
    $state.set({ name: 'waiting', picture: code.picture, number: code.number, isOffline: false })
    return code
  }

  void begin(life.signal)
  return {
    $state,
    renew() {
      life.abort()
      life = new AbortController()
      void begin(life.signal)
    },
    dispose: () => life.abort(),
  }
}

const statusNames: Record<string, string> = { 1: 'new', 2: 'scanned', 3: 'confirmed', 5: 'expired' }

// Central hosts answer in digits, and with one digit for two ends.
function nameOf(reply: { status: string; sub_status?: string | undefined }): string {
  if (reply.sub_status === 'refused') return 'refused'
  return statusNames[reply.status] ?? reply.status
}

function isPassing(error: unknown): boolean {
  return (
    error instanceof NetworkError || (error instanceof PassportError && error.name === 'too_often')
  )
}

// Less than a second is no interval that any server means.
function intervalOf(ms: number): number {
  return ms >= 1000 ? Math.min(ms, MAX_INTERVAL_MS) : USUAL_INTERVAL_MS
}

/** The clock of the page that is looked at. */
export const pageClock: QrClock = {
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      signal.addEventListener('abort', end)
    }),
  isHidden: () => document.hidden,
  shown: (signal) =>
    new Promise((resolve) => {
      const look = (): void => {
        if (document.hidden && !signal.aborted) return
        document.removeEventListener('visibilitychange', look)
        signal.removeEventListener('abort', look)
        resolve()
      }
      document.addEventListener('visibilitychange', look)
      signal.addEventListener('abort', look)
      look()
    }),
}
