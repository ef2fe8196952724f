import { useStore } from '@nanostores/react'
import { useMemo, type ReactNode } from 'react'
import type { Account } from '../../../client/calls/account.ts'
import {
  createAccountPasswordFlow,
  type AccountPasswordFlow,
} from '../../flows/account-password.ts'
import type { StartView } from '../../../base/settings.ts'
import { SaveButton } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { useMessages } from '../../../ui/frame.tsx'
import { Ending, Head } from '../../../ui/head.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { Tick } from '../../../ui/tick.tsx'
import { ViewLink } from '../../../ui/view-link.tsx'
import type { LazyProps } from '../../../ui/screen-props.ts'
import { AccountGate, AccountFrame, useAccountStore } from '../account/gate.tsx'
import { Cancel, ActionNotice } from '../account/parts.tsx'
import { WithStrength } from '../../../ui/strength.tsx'

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
  user: Account
  hasFocus: boolean
  onForgot: () => void
}): ReactNode {
  const { flow, user } = props
  const t = useMessages().accountPassword
  const done = useStore(flow.$done)
  if (done !== undefined) return <Done flow={flow} done={done} />
  const isFirst = !user.hasPassword
  return (
    <>
      <Head
        title={isFirst ? t.setTitle : t.changeTitle}
        text={isFirst ? t.setIntro : t.changeIntro}
        hasFocus={props.hasFocus}
      />
      <AccountPasswordForm {...props} />
      <ActionNotice formAction={flow} />
    </>
  )
}

/** The form without heading, for a page that has its own. */
export function AccountPasswordForm(props: {
  flow: AccountPasswordFlow
  user: Account
  onForgot: () => void
}): ReactNode {
  const { flow, user } = props
  const t = useMessages().accountPassword
  const formError = useStore(flow.$formError)
  const done = useStore(flow.$done)
  const messages = { set: t.isSet, changed: t.changed }
  const isFirst = !user.hasPassword
  return (
    <Form flow={flow} onSubmit={flow.submit}>
      {/* Password managers need the username. */}
      <input
        {...partProps('hidden')}
        name="username"
        autoComplete="username"
        aria-label={t.whose}
        tabIndex={-1}
        readOnly
        value={user.email || user.username || user.mobile}
      />
      {!isFirst && (
        <PasswordField
          kind="current"
          name="current_password"
          label={t.current}
          onFocus={flow.prepare}
          aside={
            <ViewLink to="reset-password" onGo={props.onForgot}>
              {t.byCode}
            </ViewLink>
          }
        />
      )}
      <WithStrength personal={[user.name, user.username, user.email.split('@')[0] ?? '']}>
        <PasswordField kind="new" label={t.newPassword} onFocus={flow.prepare} />
      </WithStrength>
      <SaveButton done={done !== undefined && formError === undefined && messages[done]}>
        {isFirst ? t.set : t.change}
      </SaveButton>
    </Form>
  )
}

function Done(props: { flow: AccountPasswordFlow; done: 'set' | 'changed' }): ReactNode {
  const t = useMessages().accountPassword
  const isSet = props.done === 'set'
  return (
    <Ending
      sign={<Tick />}
      title={isSet ? t.isSet : t.changed}
      text={isSet ? t.isSetText : t.changedText}
    >
      <Cancel onClick={props.flow.again}>{t.changeAgain}</Cancel>
    </Ending>
  )
}
