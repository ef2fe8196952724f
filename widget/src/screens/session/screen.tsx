import type { ReactNode } from 'react'
import type { User } from '#protocol/objects.ts'
import { LinkButton } from '../../ui/button.tsx'
import { adoptEntry } from '../../ui/entry-sheet.ts'
import { useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Logo } from '../../ui/logo.tsx'
import { partProps } from '../../ui/part-props.ts'
import type { LazyProps } from '../lazy-screens.ts'

/** The screen for a person with a session. */
export function Session({ instance, view }: LazyProps<'session'>): ReactNode {
  const { user } = view
  return (
    <SessionScreen
      user={user}
      hadFocus={view.hadFocus}
      onContinue={
        instance.hasDestination() ? () => void instance.succeed('session', user) : undefined
      }
      onOther={() => instance.go({ name: 'login' })}
    />
  )
}

/** Says who is signed in, and lets them continue or change accounts. */
export function SessionScreen(props: {
  user: User
  /** Whether the replaced screen had the focus. */
  hadFocus: boolean
  /** Absent where there is nowhere to go. */
  onContinue: (() => void) | undefined
  onOther: () => void
}): ReactNode {
  const { user, onContinue } = props
  const { session: t } = useMessages()
  const name = user.screen_name || user.name || user.email || user.mobile
  return (
    <>
      <div {...partProps('head')}>
        <Heading hasFocus={props.hadFocus}>{t.title}</Heading>
      </div>
      <div {...partProps('member', 'who')} ref={(node) => adoptEntry(node)}>
        <Logo url={user.avatar_url} name={name} part="member-sign" />
        <span {...partProps('member-names')}>
          <b>{name}</b>
          {user.email !== '' && user.email !== name && (
            <span {...partProps('member-who')}>{user.email}</span>
          )}
        </span>
      </div>
      {onContinue && (
        <button type="button" {...partProps('button')} onClick={onContinue}>
          {t.proceed}
        </button>
      )}
      <p {...partProps('foot')}>
        <LinkButton onClick={props.onOther}>{t.other}</LinkButton>
      </p>
    </>
  )
}
