import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { OwnMembership } from '../../client/calls/organizations.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { createFoundingFlow } from '../flows/organization-settings.ts'
import { ActionButton, SubmitButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FrameProvider, useFrame } from '../../ui/frame.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Head } from '../../ui/head.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ActionError, ErrorOf } from '../../ui/form-error-notice.tsx'
import { Blank, useEnterprise, useHold, useOrganization } from './frame.tsx'

/** Shows the console once an organization is loaded; until then, how to get there. */
export function OrganizationGate(props: { children: ReactNode }): ReactNode {
  const { store, t } = useEnterprise()
  const { messages } = useFrame()
  const state = useStore(store.$state)
  const wasReady = useRef(false)
  useEffect(() => {
    if (state.at === 'ready') wasReady.current = true
  }, [state])
  switch (state.at) {
    case 'ready':
      return (
        <>
          {state.isReceived && <Received />}
          {props.children}
        </>
      )
    case 'loading':
      return <Skeleton label={t.loading} count={5} />
    case 'signed-out':
      return (
        <Stop wasReady={wasReady} title={messages.own.signedOut} text={endOf(state, t)}>
          <SignIn />
        </Stop>
      )
    case 'failed':
      return (
        <Stop wasReady={wasReady} title={t.failed}>
          <ErrorOf formError={state.formError} />
          <ActionButton onClick={() => void store.load()}>{messages.common.tryAgain}</ActionButton>
        </Stop>
      )
    case 'elsewhere':
      return (
        <Stop wasReady={wasReady} title={t.elsewhere(state.name)} text={t.elsewhereText}>
          <ActionButton onClick={() => void store.load()}>{t.proceed}</ActionButton>
        </Stop>
      )
    case 'oneself':
      return state.memberships.length === 0 ? (
        <Stop wasReady={wasReady} title={t.noOrganization} text={t.noOrganizationText}>
          <Founding />
        </Stop>
      ) : (
        <Stop wasReady={wasReady} title={t.choose} text={t.chooseText}>
          <Memberships list={state.memberships} />
          <ErrorOf formError={state.formError} />
        </Stop>
      )
  }
}

function endOf(
  { from, hasAgreed }: { from: string; hasAgreed: boolean },
  t: EnterpriseMessages,
): string {
  if (hasAgreed) return t.transfer.signInToManage(from)
  return from === '' ? t.signedOutText : t.endedText(from)
}

/** Tells whom an organization was handed over to, once. */
function Received(): ReactNode {
  const { t } = useEnterprise()
  const { organization } = useOrganization()
  const hold = useHold()
  const [isShown, setShown] = useState(true)
  if (!isShown) return null
  return (
    <Blank title={t.transfer.yours(organization.organizationName)} text={hold}>
      <RowButton onClick={() => setShown(false)}>{t.transfer.proceed}</RowButton>
    </Blank>
  )
}

function Stop(props: {
  title: string
  text?: string
  /** Whether it takes the place of the console, which may have been scrolled. */
  wasReady: RefObject<boolean>
  children: ReactNode
}): ReactNode {
  const [hasFocus] = useState(() => props.wasReady.current)
  // In place of the organization's name, and of its level.
  const { level: _, ...frame } = useFrame()
  return (
    <div {...partProps('narrow')}>
      <FrameProvider frame={frame}>
        <Head title={props.title} text={props.text} hasFocus={hasFocus} />
      </FrameProvider>
      {props.children}
    </div>
  )
}

/** A link to the sign-in, and from there back to this part; nothing on embedding pages, which have their own. */
function SignIn(): ReactNode {
  const { settings, messages } = useFrame()
  if (settings.pages === undefined) return null
  const { hash, pathname, search } = location
  const back = new URLSearchParams({ next: pathname + search + hash })
  return (
    <a {...partProps('button')} href={`${settings.pages}/login?${back}`}>
      {messages.common.signIn}
    </a>
  )
}

function Founding(): ReactNode {
  const { store, t } = useEnterprise()
  const flow = useMemo(() => createFoundingFlow(store, t), [store, t])
  return (
    <>
      <Form flow={flow} onSubmit={flow.create}>
        <Field
          name="subject_name"
          label={t.settings.name}
          autoComplete="organization"
          autoCapitalize="words"
          required
        />
        <SubmitButton>{t.createOrganization}</SubmitButton>
      </Form>
      <ActionError flow={flow} />
    </>
  )
}

function Memberships({ list }: { list: readonly OwnMembership[] }): ReactNode {
  const { store, t } = useEnterprise()
  return (
    <>
      <ul {...partProps('choices-list')}>
        {list.map((one) => {
          const { isFrozen, organizationLabel: name } = one
          return (
            <li key={one.membershipId} {...partProps('choice-row')}>
              <Logo url={one.logoUrl} name={one.organizationName} part="logo" />
              <span>
                {name}
                {isFrozen && <span {...partProps('note')}>{t.frozen}</span>}
              </span>
              {(!isFrozen || one.isManager) && (
                <RowButton
                  label={(isFrozen ? t.reopen : t.table.edit) + t.colon + name}
                  onClick={() => void (isFrozen ? store.unfreeze(one) : store.actFor(one))}
                >
                  {isFrozen ? t.reopen : t.table.edit}
                </RowButton>
              )}
            </li>
          )
        })}
      </ul>
      {list.some(({ isFrozen }) => isFrozen) && <p {...partProps('hint')}>{t.frozenText}</p>}
    </>
  )
}
