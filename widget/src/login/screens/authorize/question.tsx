import { useStore } from '@nanostores/react'
import { useId, useState, type ReactNode } from 'react'
import type { AuthorizationInfo } from '../../../client/calls/authorization.ts'
import type { AuthorizationFlow, AuthorizationState } from '../../flows/authorize.ts'
import { ActionButton, LinkButton } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { ActionError } from '../../../ui/form-error-notice.tsx'
import type { AuthorizeMessages } from './messages/messages.ts'
import { ClientHead, Refuse } from './parts.tsx'

type Scope = AuthorizationInfo['scopes'][number]
type Identity = AuthorizationInfo['identities'][number]

interface Props {
  flow: AuthorizationFlow
  t: AuthorizeMessages
  state: Extract<AuthorizationState, { step: 'asked' }>
}

/** Id of the person themself, in place of a membership. */
const ONESELF = '0'

/** Form to choose scopes and an identity. */
export function Question(props: Props): ReactNode {
  const { flow, t, state } = props
  const { identities } = state.info
  const [chosen, setChosen] = useState(
    identities.find(({ isPreselected }) => isPreselected) ?? identities[0],
  )
  return (
    <>
      <ClientHead t={t} info={state.info}>
        <Notice info={state.isChanged && t.changed} />
      </ClientHead>
      <div {...partProps('as')}>
        <p {...partProps('text')}>
          {t.continueAs} <b>{state.info.accountName}</b>
        </p>
        <LinkButton onClick={() => flow.askOther()}>{t.otherAccount}</LinkButton>
      </div>
      {identities.length > 1 && (
        <Identities {...props} chosen={chosen} onChoose={(identity) => setChosen(identity)} />
      )}
      {chosen && <Scopes key={chosen.membershipId} {...props} identity={chosen} />}
      <ActionError flow={flow} />
    </>
  )
}

function Identities(
  props: Props & { chosen: Identity | undefined; onChoose: (identity: Identity) => void },
): ReactNode {
  const { t, state, chosen, onChoose } = props
  const name = useId()
  return (
    <fieldset {...partProps('choices')}>
      <legend {...partProps('label')}>{t.as}</legend>
      {state.info.identities.map((identity) => {
        const isAllowed = identity.isAllowed
        const own = identity.name || t.unnamed
        return (
          <label key={identity.membershipId} {...partProps('choice', !isAllowed && 'choice-off')}>
            <input
              type="radio"
              name={name}
              checked={identity === chosen}
              disabled={!isAllowed}
              onChange={() => onChoose(identity)}
            />
            <span>
              {identity.organizationName === ''
                ? t.oneself
                : `${identity.organizationLabel} · ${own}`}
              {!isAllowed && <small {...partProps('hint')}>{t.notAllowed}</small>}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

function Scopes(props: Props & { identity: Identity }): ReactNode {
  const { flow, t, state, identity } = props
  const { scopes } = state.info
  const isOneself = identity.membershipId === ONESELF
  const [ticked, setTicked] = useState(() =>
    scopes.filter((scope) => isTickedFirst(scope, identity)).map(({ scope }) => scope),
  )
  const isBusy = useStore(flow.$isBusy)
  const wasGranted = ({ scope }: Scope): boolean => identity.granted.includes(scope)
  const isMore = scopes.some(wasGranted)
  const dangerous = scopes.filter(({ isDangerous }) => isDangerous)
  const usual = scopes.filter(({ isDangerous }) => !isDangerous)
  const before = isMore ? usual.filter(wasGranted) : []
  const asked = usual.filter((scope) => !before.includes(scope))
  const rows = (list: readonly Scope[]): ReactNode =>
    list.map((scope) => (
      <ScopeRow
        key={scope.scope}
        t={t}
        scope={scope}
        note={noteOf(scope)}
        isNew={isMore && scope.isNew}
        isLocked={scope.isRequired || (scope.scope === 'enterprise.read' && isOneself)}
        isTicked={ticked.includes(scope.scope)}
        onTick={(isTicked) =>
          setTicked((all) =>
            isTicked ? [...all, scope.scope] : all.filter((one) => one !== scope.scope),
          )
        }
      />
    ))
  return (
    // Without a button that sends it, Enter does nothing here.
    <Form flow={flow} onSubmit={() => Promise.resolve()}>
      {asked.length > 0 && (
        <fieldset {...partProps('choices')}>
          <legend {...partProps('label')}>{t.scopesTitle}</legend>
          {rows(asked)}
        </fieldset>
      )}
      {before.length > 0 && (
        <details {...partProps('before')}>
          <summary>{t.before}</summary>
          {rows(before)}
        </details>
      )}
      {dangerous.length > 0 && (
        <fieldset {...partProps('choices', 'danger')}>
          <legend {...partProps('label')}>{t.danger}</legend>
          <p {...partProps('hint')}>{t.dangerText}</p>
          {rows(dangerous)}
        </fieldset>
      )}
      <p {...partProps('hint')}>{t.takeBack}</p>
      <div {...partProps('answers')}>
        <Refuse flow={flow} t={t} />
        <ActionButton isBusy={isBusy} onClick={() => flow.allow(ticked, identity.membershipId)}>
          {t.allow}
        </ActionButton>
      </div>
    </Form>
  )

  function noteOf({ isRequired, scope }: Scope): string | undefined {
    if (isRequired) return t.required
    if (scope === 'enterprise.read' && isOneself) return t.onlyAs
    if (identity.refused.includes(scope)) return t.refused
    return scope === 'offline_access' ? t.offline : undefined
  }
}

function ScopeRow(props: {
  t: AuthorizeMessages
  scope: Scope
  note: string | undefined
  isNew: boolean
  isLocked: boolean
  isTicked: boolean
  onTick: (isTicked: boolean) => void
}): ReactNode {
  const { t, scope, note, isNew, isLocked, isTicked, onTick } = props
  const own = Object.entries(t.scopes).find(([one]) => one === scope.scope)?.[1]
  // A scope of another server is described by its operator.
  const name = own ?? scope.description ?? scope.scope
  return (
    <label {...partProps('choice', isLocked && 'choice-off')}>
      <input
        type="checkbox"
        name={scope.scope}
        checked={isTicked}
        disabled={isLocked}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
      <span>
        {name} {isNew && <b {...partProps('note')}>{t.newScope}</b>}
        {note !== undefined && <small {...partProps('hint')}>{note}</small>}
      </span>
    </label>
  )
}

function isTickedFirst({ scope, isDangerous, isRequired }: Scope, identity: Identity): boolean {
  if (isRequired || identity.granted.includes(scope)) return true
  return !isDangerous && !identity.refused.includes(scope)
}
