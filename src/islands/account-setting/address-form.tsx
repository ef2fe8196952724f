import { useEffect, useRef, useState, type ReactElement, type SubmitEvent } from 'react'
import toast from 'react-hot-toast/headless'
import type { User } from '#protocol/objects.ts'
import type { PassportError } from '../../../widget/src/client/index.ts'
import {
  askNew,
  askOwner,
  finish,
  ownerChannel,
  showOwner,
  type Channel,
  type Step,
} from './address-steps.ts'
import { useAccountPage } from './context.ts'
import { Field } from './field.tsx'
import { formText } from './form-text.ts'
import { SubmitButton } from './submit-button.tsx'
import { useAction } from './use-action.ts'

interface Props {
  channel: Channel
  user: User
  onClose: () => void
  onChanged: () => void
}

const CODE = /^\d{6,8}$/

/** Adds or replaces an address: the owner is asked, then the new address is proved. */
export function AddressForm({ channel, user, onClose, onChanged }: Props): ReactElement {
  const { client, words } = useAccountPage()
  const [step, setStep] = useState<Step>()
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const action = useAction()
  const t = words.addresses
  const isReplacing = user[channel] !== ''
  const owner = ownerChannel(user, channel)

  // Each step was asked for, so typing can go on at once.
  useEffect(() => form.current?.querySelector('input')?.focus(), [step])

  function showAtField({ name, message }: PassportError): boolean {
    if (name === 'code_frequency' || name === 'too_often' || name === 'session_expired')
      return false
    setError(message)
    return true
  }

  async function go(call: () => Promise<Step>): Promise<void> {
    setError(undefined)
    await action.run(async () => setStep(await call()), undefined, showAtField)
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (step === undefined) {
      return await go(async () =>
        owner === undefined ? { at: 'address', ticket: undefined } : await askOwner(client, owner),
      )
    }
    const typed = formText(event.currentTarget, step.at === 'address' ? 'address' : 'code').trim()
    const digits = typed.normalize('NFKC').replaceAll(/\D/g, '')
    if (step.at === 'address') {
      if (typed === '') return setError(t.needAddress)
      return await go(() => askNew(client, channel, typed, step.ticket, isReplacing))
    }
    if (!CODE.test(digits)) return setError(t.needCode)
    if (step.at === 'owner') return await go(() => showOwner(client, step.by, digits))
    setError(undefined)
    const isDone = await action.run(
      () => finish(client, channel, step, digits, isReplacing),
      isReplacing ? t.changed : t.added,
      showAtField,
    )
    if (isDone) onChanged()
  }

  const label = step === undefined || step.at !== 'code' ? t.next : t.save
  return (
    <form ref={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <StepFields channel={channel} user={user} step={step} owner={owner} error={error} />
      <p className="buttons">
        <SubmitButton isRunning={action.isRunning} text={label} runningText={t.working} />
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            toast.dismiss()
            onClose()
          }}
        >
          {t.cancel}
        </button>
      </p>
    </form>
  )
}

function StepFields(props: {
  channel: Channel
  user: User
  step: Step | undefined
  owner: Channel | undefined
  error: string | undefined
}): ReactElement {
  const { words } = useAccountPage()
  const { channel, user, step, owner, error } = props
  const t = words.addresses
  if (step === undefined) {
    return <p>{owner === undefined ? t.start : t.ownerFirst(user[owner])}</p>
  }
  if (step.at === 'address') {
    return (
      <Field
        key="address"
        name="address"
        label={channel === 'email' ? t.newEmail : t.newMobile}
        hint={channel === 'mobile' ? t.mobileHint : undefined}
        type={channel === 'email' ? 'email' : 'tel'}
        autoComplete={channel === 'email' ? 'email' : 'tel'}
        error={error}
      />
    )
  }
  return (
    <Field
      key={step.at}
      name="code"
      label={t.code}
      hint={t.sentTo(step.at === 'owner' ? step.sentTo : step.address)}
      inputMode="numeric"
      autoComplete="one-time-code"
      error={error}
    />
  )
}
