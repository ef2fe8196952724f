import { atom, type ReadableAtom } from 'nanostores'
import { PassportError } from '../../client/errors.ts'
import type { Instance } from '../../base/instance.ts'
import { reportFailure } from '../../base/report-failure.ts'
import { toFormError, waitOf, type ErrorFields, type FormError } from './form-error.ts'
import { screenOf } from './rejection-view.ts'

/** What a form shows of its calls: whether one runs, and the error of the last. */
export interface Shown {
  $isBusy: ReadableAtom<boolean>
  $formError: ReadableAtom<FormError | undefined>
}

/** Runs the calls of a form one at a time and keeps the error of the last. */
export type FormAction = ReturnType<typeof createFormAction>

/**
 * Makes the action of a form; rejections named in `errorFields` belong to those fields, and `refine`
 * changes what is said about any.
 */
export function createFormAction(
  instance: Instance,
  errorFields: ErrorFields,
  refine = (formError: FormError): FormError => formError,
) {
  const $isBusy = atom(false)
  const $formError = atom<FormError | undefined>()

  const shown: Shown = { $isBusy, $formError }
  return {
    ...shown,
    /** For a flow that shows what this action does. */
    shown,
    /** Runs work unless other work is still running; true when it went well. */
    async run(work: () => Promise<void>) {
      if ($isBusy.get()) return false
      $isBusy.set(true)
      $formError.set(undefined)
      try {
        await work()
        return true
      } catch (error) {
        if (instance.signal.aborted) return false
        const plain = toFormError(error, instance.$messages.get(), errorFields)
        const formError = plain && refine(plain)
        if (!showRejection(instance, error)) $formError.set(formError)
        reportFailure(instance, error, formError?.field, (text) => {
          if ($formError.get() === formError) $formError.set({ text })
        })
        return false
      } finally {
        $isBusy.set(false)
      }
    },
    /** Sets the error of a field before anything is sent. */
    setFieldError(field: string, text: string) {
      $formError.set({ field, text })
      return false
    },
    /** Sets the errors of all fields that have one; true if any has. */
    setFieldErrors(errors: Readonly<Record<string, string | undefined>>) {
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
