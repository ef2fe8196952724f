import { ChallengeClosed } from '../../captcha/errors.ts'
import { isRejection, LostCodeError, NetworkError, PassportError } from '../client/errors.ts'
import { isOtherOrigin, type Instance } from './instance.ts'

/** Whether the person closed a captcha or a two-step verification. */
export function wasClosed(error: unknown): boolean {
  return (
    error instanceof ChallengeClosed ||
    (error instanceof PassportError && error.name === 'SECOND_VALID')
  )
}

/**
 * Tells the page of an error and the field that shows it, or that the person gave up. Where trying
 * again turns out to be of no use, `correct` gets what to say instead.
 */
export function reportFailure(
  instance: Instance,
  error: unknown,
  field?: string,
  correct?: (text: string) => void,
): void {
  void diagnose(instance, error).then((isLasting) => {
    if (isLasting) correct?.(instance.$messages.get().common.notSetUp)
  })
  if (wasClosed(error)) instance.cancel()
  else if (error instanceof PassportError) {
    const { name, message, logId } = error
    const beside = field === undefined ? {} : { field }
    instance.report({ reason: 'call', name, message, logId, ...beside })
  } else if (error instanceof NetworkError) {
    instance.report({ reason: 'call', name: error.name, message: error.message, logId: '' })
  } else {
    // An internal error: the developer needs the stack, the page an event.
    console.error('passport-login:', error) // oxlint-disable-line no-console
    instance.report({ reason: 'internal', message: String(error) })
  }
}

/**
 * Logs why the server does not serve this page, as far as further requests can find out; true if
 * trying again is of no use.
 */
export async function diagnose(instance: Instance, error: unknown): Promise<boolean> {
  const { server, aid } = instance.$settings.get()
  // Our own code was missing: nobody asked the server.
  if (error instanceof LostCodeError) return false
  const isUnanswered = error instanceof NetworkError && error.name === 'occur error'
  const isRefused = isRejection(error, 'csrf_error') && isOtherOrigin(server)
  if (server === '' || !(isUnanswered || isRefused)) return false
  try {
    const { explainUnreached } = await import('./unreached.ts')
    return await explainUnreached(server, aid)
  } catch {
    // The code for it may be unreachable as well.
    return false
  }
}
