import { useEffect, useRef, type ReactNode } from 'react'
import { readCode } from '../base/read-code.ts'
import { Field } from './field.tsx'
import { useForm } from './form-state.ts'
import { useMessages } from './frame.tsx'

/**
 * One real input for the whole code, so that phones can fill it and "Your code is 123 456" can be
 * pasted: that is why it has no length limit.
 */
export function CodeField(): ReactNode {
  const { common } = useMessages()
  const { isBusy } = useForm()
  const input = useRef<HTMLInputElement>(null)
  const held = useRef<HTMLInputElement>(null)

  // Typed while another call of the form ran, such as one for another code.
  useEffect(() => {
    if (isBusy || !held.current) return
    sendWhenWhole(held.current)
    held.current = null
  }, [isBusy])

  // A screen that the person asked for by sending the code begins here.
  useEffect(() => {
    input.current?.focus()
    const life = new AbortController()
    void receive(life.signal).then((code) => {
      const field = input.current
      if (field && code !== '' && !life.signal.aborted) fill(field, code)
    })
    return () => life.abort()
  }, [])

  return (
    <Field
      name="code"
      label={common.code}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      describedBy="sent"
      variant="code"
      inputRef={input}
      onPaste={(event) => {
        const code = readCode(event.clipboardData.getData('text'))
        if (code === '') return
        event.preventDefault()
        fill(event.currentTarget, code)
      }}
      onInput={({ currentTarget }) => {
        if (isBusy) held.current = currentTarget
        else sendWhenWhole(currentTarget)
      }}
    />
  )
}

function fill(field: HTMLInputElement, code: string): void {
  field.value = code
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

// A form that asks for more than the code is sent by the person, and a code that was refused goes on
// being typed.
function sendWhenWhole(field: HTMLInputElement): void {
  const isWhole = readCode(field.value) !== ''
  if (isWhole && field.form?.checkValidity()) field.form.requestSubmit()
}

/** Credential that browsers with WebOTP return. */
interface OneTimeCode extends Credential {
  readonly code: string
}

// The browser takes the code out of a text that ends in `@host #123456` (WebOTP), if the person
// lets it; empty where there is none to have.
async function receive(signal: AbortSignal): Promise<string> {
  if (!('OTPCredential' in window)) return ''
  const options: CredentialRequestOptions & { otp: object } = {
    otp: { transport: ['sms'] },
    signal,
  }
  try {
    const found = await navigator.credentials.get(options)
    return readCode((found as OneTimeCode | null)?.code ?? '')
  } catch {
    // Refused, given up or not allowed here: the code is typed.
    return ''
  }
}
