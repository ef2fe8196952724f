import { useState, type ReactElement, type SubmitEvent } from 'react'
import type { User } from '#protocol/objects.ts'
import { changePassword } from '#protocol/web/password.ts'
import type { PassportError } from '../../../widget/src/client/index.ts'
import { pathIn } from '../../lib/languages.ts'
import { useAccountPage } from './context.ts'
import { Field } from './field.tsx'
import { formText } from './form-text.ts'
import { Section } from './section.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useAction } from './use-action.ts'

const MIN_PASSWORD_LENGTH = 8

interface Props {
  user: User
  onChanged: () => void
}

interface Errors {
  current?: string
  next?: string
}

/** Changes the password; the inputs are uncontrolled, so that what is typed lives in no state. */
export function Password({ user, onChanged }: Props): ReactElement {
  const { client, lang, words } = useAccountPage()
  const [errors, setErrors] = useState<Errors>({})
  const [isShown, setShown] = useState(false)
  const action = useAction()
  const t = words.password
  const reset = pathIn(lang, '/reset-password')

  function check(current: string, next: string): Errors {
    return {
      ...(current === '' ? { current: t.missing } : {}),
      ...(Array.from(next).length < MIN_PASSWORD_LENGTH
        ? { next: t.short }
        : next === current
          ? { next: t.same }
          : {}),
    }
  }

  function show(form: HTMLFormElement, problems: Errors): void {
    setErrors(problems)
    const name = problems.current ? 'current' : problems.next ? 'next' : undefined
    if (name) form.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  }

  function showAtField(form: HTMLFormElement, { name, message }: PassportError): boolean {
    // The server's text also speaks of the account, which is not in question here.
    if (name === 'password_error') show(form, { current: t.wrong })
    else if (name === 'password_policy') show(form, { next: message })
    else return false
    return true
  }

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const current = formText(form, 'current')
    const password = formText(form, 'next')
    const problems = check(current, password)
    show(form, problems)
    if (problems.current || problems.next) return
    const isSaved = await action.run(
      async () => {
        await client.send(changePassword, { current_password: current, password })
      },
      t.saved,
      (error) => showAtField(form, error),
    )
    if (!isSaved) return
    form.reset()
    setShown(false)
    onChanged()
  }

  if (!user.has_password) {
    return (
      <Section title={t.title} text={t.text}>
        <p>
          {t.none} <a href={reset}>{t.set}</a>
        </p>
      </Section>
    )
  }
  return (
    <Section title={t.title} text={t.text}>
      <form className="stack" noValidate onSubmit={(event) => void save(event)}>
        {/* Password managers need to know whose password this is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user.user_unique_name}
          readOnly
          hidden
        />
        <Field
          label={t.current}
          name="current"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          error={errors.current}
        />
        <Field
          label={t.next}
          name="next"
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          hint={t.hint}
          error={errors.next}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={isShown}
            onChange={(event) => setShown(event.currentTarget.checked)}
          />
          {t.showLabel}
        </label>
        <p className="buttons">
          <SubmitButton isRunning={action.isRunning} text={t.save} runningText={t.saving} />
          <a href={reset}>{t.forgot}</a>
        </p>
      </form>
    </Section>
  )
}
