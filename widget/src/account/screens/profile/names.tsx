import { useStore } from '@nanostores/react'
import { useRef, type ReactNode } from 'react'
import type { Account } from '../../../client/calls/account.ts'
import type { Remaining } from '../../../client/calls/profile.ts'
import type { NamesFlow } from '../../flows/profile.ts'
import { joinSentences } from '../../../ui/flows/join-sentences.ts'
import type { Messages } from '../../../messages/messages.ts'
import { LinkButton, SubmitButton } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { useFrame, useMessages } from '../../../ui/frame.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { ActionNotice } from '../account/parts.tsx'

/** Form for name and username, with the remaining changes. */
export function Names(props: { flow: NamesFlow; user: Account }): ReactNode {
  const { flow, user } = props
  const { messages } = useFrame()
  const t = messages.profile
  const remaining = useStore(flow.$remaining)
  const username = useRef<HTMLInputElement>(null)
  return (
    <div {...partProps('listed')}>
      <Form flow={flow} onSubmit={flow.submit}>
        <Field
          name="name"
          label={t.name}
          autoComplete="name"
          autoCapitalize="words"
          required
          start={user.name}
          hint={hintOf(remaining.name, messages)}
          onFocus={flow.prepare}
        />
        <Field
          name="user_unique_name"
          label={t.username}
          autoComplete="username"
          start={user.username}
          hint={joinSentences(
            messages.common,
            t.usernameHint,
            hintOf(remaining.username, messages),
          )}
          onFocus={flow.prepare}
          inputRef={(input) => {
            username.current = input
          }}
        />
        {user.username === '' && (
          <Suggestions
            flow={flow}
            onTake={(name) => {
              if (username.current === null) return
              username.current.value = name
              username.current.focus()
            }}
          />
        )}
        <SubmitButton>{t.save}</SubmitButton>
      </Form>
      <ActionNotice formAction={flow} />
    </div>
  )
}

// Shown only when few changes are left.
function hintOf(remaining: Remaining | undefined, messages: Messages): string | undefined {
  const t = messages.profile
  if (remaining === undefined) return undefined
  if (remaining.count > 0) return t.changesLeft(remaining.count)
  const day = new Intl.DateTimeFormat(messages.language, { dateStyle: 'long' })
  return t.noChangesUntil(day.format(remaining.resetAt * 1000))
}

// The button that asked for suggestions is gone.
function focusFirst(chips: HTMLElement | null): void {
  chips?.querySelector('button')?.focus()
}

function Suggestions(props: { flow: NamesFlow; onTake: (name: string) => void }): ReactNode {
  const { flow } = props
  const t = useMessages().profile
  const suggested = useStore(flow.$suggested)
  if (suggested === undefined) {
    return (
      <div {...partProps('links')}>
        <LinkButton onClick={() => void flow.suggest()}>{t.suggest}</LinkButton>
      </div>
    )
  }
  return (
    <fieldset {...partProps('chips')} aria-label={t.suggestions} ref={focusFirst}>
      {suggested.map((name) => (
        <button key={name} type="button" {...partProps('chip')} onClick={() => props.onTake(name)}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}
