import type { ReactNode } from 'react'
import { Field } from './field.tsx'
import { useFrame } from './frame.tsx'

/**
 * One real input for the whole code, so that phones can fill it and "Your code is 123 456" can be
 * pasted: that is why it has no length limit.
 */
export function CodeField(props: { error?: string | undefined }): ReactNode {
  const { messages } = useFrame().texts
  return (
    <Field
      name="code"
      label={messages.code}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      error={props.error}
      describedBy="sent"
      variant="code"
      // A screen that the person asked for by sending the code begins here.
      inputRef={focusOnce}
    />
  )
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus()
}
