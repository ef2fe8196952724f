import { useEffect, useRef, type ReactNode } from 'react'
import type { Shown } from './flows/form-action.ts'
import { FormContext, useAction } from './form-state.ts'
import { useFrame } from './frame.tsx'
import { partProps } from './part-props.ts'

/**
 * A form that also works as a plain post: the server has a page for each action. With scripts the
 * browser's own bubbles are off, since they cannot be styled, translated or read again.
 */
export function Form(props: {
  /** Page for a plain post; without one the form is there only while scripts are. */
  action?: 'login' | 'sign-up' | 'reset-password'
  /** The step a plain post asks for, where there are steps. */
  step?: 'send' | 'finish'
  /** Its error focuses a field, and every new one again. */
  flow: Shown
  /** Whether the error is that of another form of the flow. */
  isQuiet?: boolean
  /** Takes the focus when it appears, since the person went on to it. */
  hasFocus?: boolean
  onSubmit: (form: FormData) => Promise<unknown>
  children: ReactNode
}): ReactNode {
  const { settings } = useFrame()
  const form = useRef<HTMLFormElement>(null)
  const { hasFocus } = props
  const { isBusy, formError: ofFlow } = useAction(props.flow)
  const formError = props.isQuiet ? undefined : ofFlow

  useEffect(() => {
    if (form.current) form.current.noValidate = true
    // Hidden fields for password managers are skipped.
    if (hasFocus) form.current?.querySelector<HTMLElement>('input:not([tabindex])')?.focus()
  }, [hasFocus])

  useEffect(() => {
    const field = formError?.focus
      ? form.current?.elements.namedItem(formError.focus)
      : form.current?.querySelector('[aria-invalid]')
    if (formError && field instanceof HTMLInputElement) {
      field.focus()
      field.select()
    }
  }, [formError])

  return (
    <form
      {...partProps('form')}
      method="post"
      // Addresses, passwords and codes are no words; the fields inherit both.
      autoCapitalize="none"
      spellCheck={false}
      action={props.action && `${settings.server}/form/${props.action}`}
      ref={form}
      onSubmitCapture={(event) => {
        event.preventDefault()
        // On such a page htmx sends every form itself; elsewhere password managers wait for the event.
        if (event.currentTarget.closest('[hx-boost=true],[data-hx-boost=true]')) {
          event.stopPropagation()
        }
        const typed = new FormData(event.currentTarget)
        // A half-typed date or number reads as empty, which means something else: this is refused.
        for (const input of event.currentTarget.querySelectorAll('input')) {
          if (input.validity.badInput && input.value === '') typed.set(input.name, '?')
        }
        void props.onSubmit(typed)
      }}
    >
      {props.action && (
        <>
          <input type="hidden" name="aid" value={settings.aid} />
          <input type="hidden" name="language" value={settings.language} />
          <input type="hidden" name="next" value={settings.next} />
        </>
      )}
      {props.step !== undefined && <input type="hidden" name="step" value={props.step} />}
      <FormContext value={{ isBusy, formError }}>{props.children}</FormContext>
    </form>
  )
}
