import { clientErrors } from '#protocol/client-errors.ts'

/** Returns a signal that aborts after some time, with the error that the documents name. */
export function timeLimit(ms: number): AbortSignal {
  const controller = new AbortController()
  const late = new Error('no reply came in time')
  late.name = clientErrors.timeout
  setTimeout(() => controller.abort(late), ms)
  return controller.signal
}
