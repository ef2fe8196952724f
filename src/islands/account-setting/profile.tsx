import { useState, type ReactElement, type SubmitEvent } from 'react'
import type { User } from '#protocol/objects.ts'
import { updateUser } from '#protocol/web/profile.ts'
import { Avatar } from './avatar.tsx'
import { useAccountPage } from './context.ts'
import { Field } from './field.tsx'
import { formText } from './form-text.ts'
import { Section } from './section.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useAction } from './use-action.ts'

const MAX_NAME_LENGTH = 64

interface Props {
  user: User
  onChange: (user: User) => void
}

/** Name and picture of the person signed in. */
export function Profile({ user, onChange }: Props): ReactElement {
  const { client, words } = useAccountPage()
  const [error, setError] = useState<string>()
  const action = useAction()
  const t = words.profile

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const name = formText(event.currentTarget, 'name').trim()
    const problem =
      name === '' ? t.nameEmpty : name.length > MAX_NAME_LENGTH ? t.nameLong : undefined
    setError(problem)
    if (problem) return
    await action.run(
      async () => onChange(await client.send(updateUser, { name })),
      t.saved,
      (refusal) => {
        if (refusal.name !== 'text_refused') return false
        setError(refusal.message)
        return true
      },
    )
  }

  return (
    <Section title={t.title} text={t.text}>
      <Avatar user={user} onChange={onChange} />
      <form className="stack" noValidate onSubmit={(event) => void save(event)}>
        <Field
          label={t.name}
          name="name"
          autoComplete="name"
          defaultValue={user.name}
          error={error}
        />
        <SubmitButton isRunning={action.isRunning} text={t.save} runningText={t.saving} />
      </form>
    </Section>
  )
}
