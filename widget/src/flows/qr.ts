import { atom, type ReadableAtom } from 'nanostores'
import { checkQrconnect, getQrcode } from '#protocol/web/qr.ts'
import { NetworkError, isRejection } from '../client/errors.ts'
import type { Instance } from '../instance.ts'
import { toFormError } from './form-error.ts'
import { reportFailure, showRejection } from './form-action.ts'

/** State of a sign-in by QR code. */
export type QrState =
  | { name: 'loading' }
  /** `picture` is a PNG in base64; the person compares `number` with the phone. */
  | { name: 'waiting'; picture: string; number: number | undefined; isOffline: boolean }
  | { name: 'scanned'; who: string; number: number | undefined }
  | { name: 'refused' }
  | { name: 'expired' }
  /** The page is hidden, so polling has stopped. */
  | { name: 'paused' }
  | { name: 'failed'; text: string }

/** Signs in by a code that a phone scans. */
export interface QrFlow {
  $state: ReadableAtom<QrState>
  /** Shows a new code. */
  renew(): void
  dispose(): void
}

/** Time and visibility of the page; tests have their own. */
export interface QrClock {
  wait(ms: number, signal: AbortSignal): Promise<void>
  isHidden(): boolean
  /** Resolves when the page is visible again. */
  shown(signal: AbortSignal): Promise<void>
}

/** Polling stops when the page has been hidden for this long. */
const HIDDEN_MS = 60_000
const USUAL_INTERVAL_MS = 3000
const MAX_INTERVAL_MS = 15_000

interface Code {
  token: string
  picture: string
  number: number | undefined
}

/** Makes the flow of one element; it polls until it is disposed. */
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
      if (!showRejection(instance, error)) {
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
        // The old code has nearly expired, so a new one is shown.
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
      // Some applications get the picture as a data address.
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

// Some path families answer in digits, with the same digit for refused and expired.
function nameOf(reply: { status: string; sub_status?: string | undefined }): string {
  if (reply.sub_status === 'refused') return 'refused'
  return statusNames[reply.status] ?? reply.status
}

function isPassing(error: unknown): boolean {
  return error instanceof NetworkError || isRejection(error, 'too_often')
}

// A shorter interval than a second is taken for an error.
function intervalOf(ms: number): number {
  return ms >= 1000 ? Math.min(ms, MAX_INTERVAL_MS) : USUAL_INTERVAL_MS
}

/** Clock and visibility of the real page. */
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
