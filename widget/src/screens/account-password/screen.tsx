import { useStore } from '@nanostores/react'
import { useMemo, type ReactNode } from 'react'
import type { User } from '#protocol/objects.ts'
import {
  createAccountPasswordFlow,
  type AccountPasswordFlow,
} from '../../flows/account-password.ts'
import type { StartView } from '../../settings.ts'
import { SaveButton } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { useMessages } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { partProps } from '../../ui/part-props.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { Tick } from '../../ui/tick.tsx'
import { ViewLink } from '../../ui/view-link.tsx'
import type { LazyProps } from '../lazy-screens.ts'
import { AccountGate, AccountFrame, useAccountStore } from '../account/gate.tsx'
import { Cancel, ActionNotice, useErrorOf } from '../account/parts.tsx'
import { WithStrength } from '../strength.tsx'

/** Sets or changes the password, whichever the account needs. */
export function AccountPassword({
  instance,
  view,
  hasFocus,
}: LazyProps<'set-password'> | LazyProps<'change-password'>): ReactNode {
  const account = useAccountStore(instance)
  const flow = useMemo(() => createAccountPasswordFlow(instance, account), [instance, account])
  const t = useMessages().accountPassword
  const onGo = (name: StartView): void => instance.go({ name })
  return (
    <AccountFrame>
      <AccountGate
        account={account}
        title={view.name === 'set-password' ? t.setTitle : t.changeTitle}
        hasFocus={hasFocus}
        onGo={onGo}
      >
        {(user) => (
          <AccountPasswordScreen
            flow={flow}
            user={user}
            hasFocus={hasFocus}
            onForgot={() => {
              instance.remember(user.email)
              onGo('reset-password')
            }}
          />
        )}
      </AccountGate>
    </AccountFrame>
  )
}

/** Shows the form or its result. */
export function AccountPasswordScreen(props: {
  flow: AccountPasswordFlow
  user: User
  hasFocus: boolean
  onForgot: () => void
}): ReactNode {
  const { flow, user } = props
  const t = useMessages().accountPassword
  const done = useStore(flow.$done)
  if (done !== undefined) return <Done flow={flow} done={done} />
  const isFirst = user.has_password === 0
  return (
    <>
      <div {...partProps('head')}>
        <Heading hasFocus={props.hasFocus}>{isFirst ? t.setTitle : t.changeTitle}</Heading>
        <p {...partProps('text', 'intro')}>{isFirst ? t.setIntro : t.changeIntro}</p>
        <ActionNotice formAction={flow} />
      </div>
      <AccountPasswordForm {...props} />
    </>
  )
}

/** The form without heading, for a page that has its own. */
export function AccountPasswordForm(props: {
  flow: AccountPasswordFlow
  user: User
  onForgot: () => void
}): ReactNode {
  const { flow, user } = props
  const t = useMessages().accountPassword
  const formError = useStore(flow.$formError)
  const errorOf = useErrorOf(flow)
  const done = useStore(flow.$done)
  const messages = { set: t.isSet, changed: t.changed }
  const isFirst = user.has_password === 0
  return (
    <Form formError={formError} onSubmit={flow.submit}>
      {/* Password managers need the username. */}
      <input
        {...partProps('hidden')}
        name="username"
        autoComplete="username"
        aria-label={t.whose}
        tabIndex={-1}
        readOnly
        value={user.email || user.user_unique_name || user.mobile}
      />
      {!isFirst && (
        <PasswordField
          kind="current"
          name="current_password"
          label={t.current}
          error={errorOf('current_password')}
          onFocus={flow.prepare}
          aside={
            <ViewLink to="reset-password" onGo={props.onForgot}>
              {t.byCode}
            </ViewLink>
          }
        />
      )}
      <WithStrength personal={[user.name, user.user_unique_name, user.email.split('@')[0] ?? '']}>
        <PasswordField
          kind="new"
          label={t.next}
          error={errorOf('password')}
          onFocus={flow.prepare}
        />
      </WithStrength>
      <SaveButton
        isBusy={useStore(flow.$isBusy)}
        done={done !== undefined && formError === undefined && messages[done]}
      >
        {isFirst ? t.set : t.change}
      </SaveButton>
    </Form>
  )
}

function Done(props: { flow: AccountPasswordFlow; done: 'set' | 'changed' }): ReactNode {
  const t = useMessages().accountPassword
  const isSet = props.done === 'set'
  return (
    <div {...partProps('done')}>
      <Tick />
      <Heading hasFocus>{isSet ? t.isSet : t.changed}</Heading>
      <p {...partProps('text')}>{isSet ? t.isSetText : t.changedText}</p>
      <Cancel onClick={props.flow.again}>{t.again}</Cancel>
    </div>
  )
}
