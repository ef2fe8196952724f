import type { ReactNode } from 'react'
import { continueSession } from '../../../base/session.ts'
import type { Person } from '../../../client/calls/person.ts'
import { ActionButton, FootButton } from '../../../ui/button.tsx'
import { adoptEntry } from '../../../ui/entry-sheet.ts'
import { useMessages } from '../../../ui/frame.tsx'
import { Head } from '../../../ui/head.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { partProps } from '../../../ui/part-props.ts'
import type { LazyProps } from '../../../ui/screen-props.ts'

/** The screen for a person with a session. */
export function Session({ instance, view }: LazyProps<'session'>): ReactNode {
  const { user, person } = view
  return (
    <SessionScreen
      person={person}
      hadFocus={view.hadFocus}
      onContinue={
        instance.hasDestination() ? () => void continueSession(instance, user) : undefined
      }
      onOther={() => instance.go({ name: 'login' })}
    />
  )
}

/** Says who is signed in, and lets them continue or change accounts. */
export function SessionScreen(props: {
  person: Person
  /** Whether the replaced screen had the focus. */
  hadFocus: boolean
  /** Absent where there is nowhere to go. */
  onContinue: (() => void) | undefined
  onOther: () => void
}): ReactNode {
  const { person, onContinue } = props
  const { session: t } = useMessages()
  const { shownName: name, email } = person
  return (
    <>
      <Head title={t.title} hasFocus={props.hadFocus} />
      <div {...partProps('member', 'who')} ref={(node) => adoptEntry(node)}>
        <Logo url={person.pictureUrl} name={name} part="member-sign" />
        <span {...partProps('member-names')}>
          <b>{name}</b>
          {email !== '' && email !== name && <span {...partProps('member-who')}>{email}</span>}
        </span>
      </div>
      {onContinue && <ActionButton onClick={onContinue}>{t.proceed}</ActionButton>}
      <FootButton onClick={props.onOther}>{t.otherAccount}</FootButton>
    </>
  )
}
