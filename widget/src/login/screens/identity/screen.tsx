import { useStore } from '@nanostores/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import type { Membership } from '../../../client/calls/memberships.ts'
import { createIdentityFlow, type IdentityFlow, type IdentityState } from '../../flows/identity.ts'
import type { FormError } from '../../../ui/flows/form-error.ts'
import type { StartView } from '../../../base/settings.ts'
import { FootButton, SubmitButton } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { adoptEntry } from '../../../ui/entry-sheet.ts'
import type { Messages } from '../../../messages/messages.ts'
import { useMessages } from '../../../ui/frame.tsx'
import { Heading } from '../../../ui/heading.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { partProps } from '../../../ui/part-props.ts'
import type { LazyProps } from '../../../ui/screen-props.ts'
import { ActionError } from '../../../ui/form-error-notice.tsx'

/** Asks for which organization to act. */
export function Identity({ instance, view, hasFocus }: LazyProps<'identity'>): ReactNode {
  const flow = useMemo(() => createIdentityFlow(instance, view), [instance, view])
  useEffect(() => void flow.load(), [flow])
  return <IdentityScreen flow={flow} hasFocus={hasFocus} onGo={(name) => instance.go({ name })} />
}

/** Shows the choice in one state. */
export function IdentityScreen(props: {
  flow: IdentityFlow
  hasFocus: boolean
  onGo: (view: StartView) => void
}): ReactNode {
  const { flow } = props
  const t = useMessages().identity
  const state = useStore(flow.$state)
  const formError = useStore(flow.$formError)
  const isNew = state.step === 'new'
  return (
    <>
      <div {...partProps('head')}>
        <Heading hasFocus={props.hasFocus}>{isNew ? t.noAccount : t.title}</Heading>
        <output {...partProps('text', 'intro')}>{introOf(state, t, formError)}</output>
      </div>
      {state.step === 'choose' && <Members flow={flow} members={state.members} />}
      {isNew && (
        <Form flow={flow} onSubmit={flow.makeAccount}>
          <SubmitButton>{t.createAccount}</SubmitButton>
        </Form>
      )}
      <ActionError flow={flow} onAgain={state.step === 'loading' && flow.load} />
      <FootButton onClick={() => props.onGo('login')}>{t.otherAccount}</FootButton>
    </>
  )
}

function introOf(
  state: IdentityState,
  t: Messages['identity'],
  formError: FormError | undefined,
): string {
  if (state.step === 'loading') return formError ? '' : t.loading
  if (state.step === 'new') return t.noAccountText
  return state.members.length > 1 ? t.intro : t.noOther
}

function Members(props: { flow: IdentityFlow; members: readonly Membership[] }): ReactNode {
  const { flow } = props
  const t = useMessages().identity
  const isBusy = useStore(flow.$isBusy)
  const chosen = useStore(flow.$chosen)
  return (
    <ul {...partProps('members')} ref={(node) => adoptEntry(node)}>
      {props.members.map((one) => {
        const name = one.memberName || t.unnamed
        const isFrozen = one.isFrozen
        return (
          <li key={one.membershipId}>
            <button
              type="button"
              {...partProps('member')}
              aria-disabled={isBusy || isFrozen || undefined}
              aria-busy={(isBusy && chosen === one.membershipId) || undefined}
              onClick={isBusy || isFrozen ? undefined : () => void flow.choose(one)}
            >
              <Logo url={one.logoUrl} name={one.organizationName || name} part="member-sign" />
              <span {...partProps('member-names')}>
                <b>{one.organizationLabel || name}</b>
                <span {...partProps('member-who')}>
                  {one.organizationName === '' ? t.oneself : name}
                </span>
              </span>
              {(isFrozen || one.isCurrent) && (
                <span {...partProps('member-state')}>{isFrozen ? t.frozen : t.current}</span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
