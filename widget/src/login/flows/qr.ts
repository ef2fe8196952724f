import { atom } from 'nanostores'
import { lookAtQrCode, newQrCode, type QrCode } from '../../client/calls/qr.ts'
import { NetworkError, isRejection } from '../../client/errors.ts'
import type { Instance } from '../../base/instance.ts'
import { toFormError } from '../../ui/flows/form-error.ts'
import { reportFailure } from '../../base/report-failure.ts'
import { showRejection } from '../../ui/flows/form-action.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

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
  | { name: 'failed'; text: string; logId?: string | undefined }

/** Signs in by a code that a phone scans. */
export type QrFlow = MadeBy<typeof createQrFlow>

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

/** Makes the flow of one element; it polls until it is disposed. */
export function createQrFlow(instance: Instance, clock: QrClock = pageClock) {
  const $state = atom<QrState>({ name: 'loading' })
  let life = new AbortController()

  async function begin(signal: AbortSignal): Promise<void> {
    $state.set({ name: 'loading' })
    try {
      const next = instance.destination()
      const { code, interval } = await newQrCode(instance.client().send, next, { signal })
      show(code)
      await ask(code, intervalOf(interval), signal)
    } catch (error) {
      if (signal.aborted || instance.signal.aborted) return
      if (!showRejection(instance, error)) {
        const formError = toFormError(error, instance.$messages.get(), {})
        $state.set({ name: 'failed', text: formError?.text ?? '', logId: formError?.logId })
      }
      reportFailure(instance, error, undefined, (text) => {
        const state = $state.get()
        if (state.name === 'failed') $state.set({ ...state, text })
      })
    }
  }

  async function ask(first: QrCode, usual: number, signal: AbortSignal): Promise<void> {
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
        const look = await lookAtQrCode(instance.client().send, code, { signal })
        const { status } = look
        interval = intervalOf(look.interval)
        if (status === 'confirmed' && look.user !== undefined) {
          await instance.succeed(look.user)
          return
        }
        if (status === 'refused') {
          $state.set({ name: 'refused' })
          return
        }
        if (status === 'scanned') {
          $state.set({ name: 'scanned', who: look.scannedBy, number: code.number })
        } else if (status !== 'expired') {
          $state.set({ name: 'waiting', ...code, isOffline: false })
        } else if (look.next !== undefined) {
          code = look.next
          show(code)
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

  function show({ picture, number }: QrCode): void {
    $state.set({ name: 'waiting', picture, number, isOffline: false })
  }

  void begin(life.signal)
  return {
    $state,
    /** Shows a new code. */
    renew() {
      life.abort()
      life = new AbortController()
      void begin(life.signal)
    },
    dispose: () => life.abort(),
  }
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
