import { useStore } from '@nanostores/react'
import { createContext, use } from 'react'
import type { Shown } from './flows/form-action.ts'
import { fieldErrorOf, type FormError } from './flows/form-error.ts'

interface FormState {
  isBusy: boolean
  formError: FormError | undefined
}

/** State of the form around a part. */
export const FormContext = createContext<FormState>({ isBusy: false, formError: undefined })

/** Whether the form around this part is busy, and its error. */
export function useForm(): FormState {
  return use(FormContext)
}

/** The error of a field in the form around it. */
export function useFieldError(name: string): string | undefined {
  return fieldErrorOf(useForm().formError, name)
}

/** The state of an action, outside its form. */
export function useAction({ $isBusy, $formError }: Shown): FormState {
  return { isBusy: useStore($isBusy), formError: useStore($formError) }
}
