import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import type { Account } from '../../client/calls/account.ts'
import { ownMethods } from '../../ui/flows/step-up-methods.ts'
import { createTabStorage } from '../../ui/flows/tab-storage.ts'
import { useMessages } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { createAccountPasswordFlow } from '../flows/account-password.ts'
import { createAuthenticatorAppsFlow } from '../flows/authenticator-apps.ts'
import { createBindFlow } from '../flows/bind.ts'
import { createLinkedAccountsFlow } from '../flows/linked-accounts.ts'
import { AccountPasswordForm } from './account-password/screen.tsx'
import { ActionNotice, Row } from './account/parts.tsx'
import { Addresses } from './bind/addresses.tsx'
import { LinkedAccounts } from './bind/linked-accounts.tsx'
import { AuthenticatorApps } from './authenticator-apps.tsx'
import { Passkeys } from './passkeys.tsx'
import { useOwn, useRoom } from './room.tsx'
import { Editable, ending, Section } from './section.tsx'

/** Adds, replaces and removes e-mail address and mobile number. */
export function AddressesSection({ user }: { user: Account }): ReactNode {
  const { room, t } = useRoom()
  const flow = useOwn(createBindFlow)
  return (
    <Section name="addresses" title={t.addresses.title} text={t.addresses.text}>
      <Addresses flow={flow} user={user} onGo={room.signIn} />
    </Section>
  )
}

/** Sets or changes the password. */
export function PasswordSection({ user }: { user: Account }): ReactNode {
  const { t } = useRoom()
  const { title, text, isSet, hasNone, set } = t.password
  return (
    <Section name="password" title={title} text={text}>
      <ul {...partProps('rows')}>
        <Editable
          label={title}
          value={user.hasPassword ? isSet : hasNone}
          {...(!user.hasPassword && { button: set })}
        >
          {(close) => <PasswordForm user={user} onDone={close} />}
        </Editable>
      </ul>
    </Section>
  )
}

function PasswordForm(props: { user: Account; onDone: (text: string) => void }): ReactNode {
  const { user, onDone } = props
  const { room } = useRoom()
  const { isSet, changed } = useMessages().accountPassword
  const flow = useOwn(createAccountPasswordFlow)
  const done = user.hasPassword ? changed : isSet
  return (
    <>
      <AccountPasswordForm
        flow={{ ...flow, submit: ending(flow.submit, () => onDone(done)) }}
        user={user}
        onForgot={() => {
          room.instance.remember(user.email)
          room.signIn('reset-password')
        }}
      />
      <ActionNotice formAction={flow} />
    </>
  )
}

/** Lists linked accounts; nothing where the operator has configured no provider. */
export function LinkedAccountsSection(): ReactNode {
  const { room, t } = useRoom()
  const flow = useOwn(createLinkedAccountsFlow)
  const rows = useStore(flow.$rows)
  useEffect(() => void flow.load(), [flow])
  useEffect(() => {
    const left = rows && leftFor.read()
    if (!left) return
    leftFor.forget()
    const linked = rows.find((row) => row.provider === left && row.linked !== undefined)
    if (!linked) return
    room.showNotice(t.linkedAccounts.linked(linked.title))
    room.show({ page: 'security', section: 'linked-accounts' })
  }, [rows, room, t])
  if (rows?.length === 0) return null
  const { title, text } = t.linkedAccounts
  return (
    <Section name="linked-accounts" title={title} text={text}>
      {/* The provider leads back to the top of a page, which then has to say what was linked. */}
      <div {...partProps('listed')} onClickCapture={noteLeaving}>
        <LinkedAccounts flow={flow} onGo={room.signIn} />
      </div>
    </Section>
  )
}

/** The provider that the person left the page for. */
const leftFor = createTabStorage(
  (stored) => typeof stored === 'string',
  () => 'passport-left-for',
)

function noteLeaving({ target }: { target: EventTarget }): void {
  const link = target instanceof Element && target.closest('a')
  const platform = link && new URL(link.href).searchParams.get('platform')
  if (platform) leftFor.write(platform)
}

/** Lists the person's methods for a two-step verification. */
export function TwoStepSection({ user }: { user: Account }): ReactNode {
  const { title, text, ways: names, known, none } = useRoom().t.twoStep
  const ways = ownMethods(user)
  const apps = useOwn(createAuthenticatorAppsFlow)
  return (
    <Section name="two-step" title={title} text={text}>
      {ways.length === 0 && <p {...partProps('hint')}>{none}</p>}
      {ways.length > 0 && (
        <ul {...partProps('rows')}>
          {ways.map(({ way, sentTo }) => (
            <Row
              key={way}
              label={names[way]}
              value={way === 'pwd_verify' ? known : <bdi>{sentTo}</bdi>}
            >
              {null}
            </Row>
          ))}
        </ul>
      )}
      <Passkeys
        user={user}
        onChanged={(codes) => {
          apps.codes.$fresh.set(codes)
          void apps.query.load()
        }}
      />
      <AuthenticatorApps flow={apps} />
    </Section>
  )
}
