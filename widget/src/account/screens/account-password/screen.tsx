import type { ReactNode } from 'react'
import type { Account } from '../../../client/calls/account.ts'
import type { AccountPasswordFlow } from '../../flows/account-password.ts'
import { SubmitButton } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { useMessages } from '../../../ui/frame.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { ViewLink } from '../../../ui/view-link.tsx'
import { WithStrength } from '../../../ui/strength.tsx'

/** Sets or changes the password, whichever the account needs. */
export function AccountPasswordForm(props: {
  flow: AccountPasswordFlow
  user: Account
  onForgot: () => void
}): ReactNode {
  const { flow, user } = props
  const t = useMessages().accountPassword
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
      <SubmitButton>{isFirst ? t.set : t.change}</SubmitButton>
    </Form>
  )
}
