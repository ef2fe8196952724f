import { atom, type ReadableAtom } from 'nanostores'
import { NetworkError, PassportError } from '../client/errors.ts'
import type { Instance } from '../instance.ts'
import { toFormError, waitOf, wasClosed, type ErrorFields, type FormError } from './form-error.ts'
import { screenOf } from './rejection-view.ts'

/** Runs the calls of a form one at a time and keeps the error of the last. */
export interface FormAction {
  $isBusy: ReadableAtom<boolean>
  $formError: ReadableAtom<FormError | undefined>
  /** Runs work unless other work is still running; true when it went well. */
  run(work: (signal: AbortSignal) => Promise<void>): Promise<boolean>
  /** Sets the error of a field before anything is sent. */
  setFieldError(field: string, text: string): false
  /** Sets the errors of all fields that have one; true if any has. */
  setFieldErrors(errors: Readonly<Record<string, string | undefined>>): boolean
  clear(): void
}

/** Makes the action of a form; rejections named in `errorFields` belong to those fields. */
export function createFormAction(instance: Instance, errorFields: ErrorFields): FormAction {
  const $isBusy = atom(false)
  const $formError = atom<FormError | undefined>()

  return {
    $isBusy,
    $formError,
    async run(work) {
      if ($isBusy.get()) return false
      $isBusy.set(true)
      $formError.set(undefined)
      try {
        await work(instance.signal)
        return true
      } catch (error) {
        if (instance.signal.aborted) return false
        const formError = toFormError(error, instance.$messages.get(), errorFields)
        if (!showRejection(instance, error)) $formError.set(formError)
        reportFailure(instance, error, formError?.field)
        return false
      } finally {
        $isBusy.set(false)
      }
    },
    setFieldError(field, text) {
      $formError.set({ field, text })
      return false
    },
    setFieldErrors(errors) {
      const wrong = Object.entries(errors).flatMap(([field, text]) =>
        text === undefined ? [] : [{ field, text }],
      )
      const [first, ...rest] = wrong
      if (first === undefined) return false
      const others = Object.fromEntries(rest.map(({ field, text }) => [field, text]))
      $formError.set(rest.length === 0 ? first : { ...first, others })
      return true
    },
    clear: () => $formError.set(undefined),
  }
}

/** Opens the screen of a rejection that no other attempt would change; false without one. */
export function showRejection(instance: Instance, error: unknown): boolean {
  if (!(error instanceof PassportError)) return false
  const name = screenOf(error.name)
  // One that ends by itself stays beside the form.
  if (name === undefined || waitOf(error)) return false
  instance.go({ name, rejection: error })
  return true
}

/** Tells the page of an error and the field that shows it, or that the person gave up. */
export function reportFailure(instance: Instance, error: unknown, field?: string): void {
  if (wasClosed(error)) instance.cancel()
  else if (error instanceof PassportError) {
    const { name, message, logId } = error
    const beside = field === undefined ? {} : { field }
    instance.report({ reason: 'call', name, message, logId, ...beside })
  } else if (error instanceof NetworkError) {
    instance.report({ reason: 'call', name: error.name, message: error.message, logId: '' })
    void diagnose(instance, error)
  } else {
    // An internal error: the developer needs the stack, the page an event.
    console.error('passport-login:', error) // oxlint-disable-line no-console
    instance.report({ reason: 'internal', message: String(error) })
  }
}

/** Logs why a call got no answer, as far as further requests can find out. */
export async function diagnose(instance: Instance, error: unknown): Promise<void> {
  const { server, aid } = instance.$settings.get()
  if (!(error instanceof NetworkError) || error.name !== 'occur error' || server === '') return
  try {
    const { explainUnreached } = await import('../unreached.ts')
    await explainUnreached(server, aid)
  } catch {
    // The code for it may be unreachable as well.
  }
}
