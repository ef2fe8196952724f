import { useStore } from '@nanostores/react'
import { useId, useRef, useState, type ReactElement, type RefObject } from 'react'
import type { Grant } from '../../../widget/src/client/calls/grants.ts'
import { useAccountPage } from './context.ts'
import { createFailureNotice, type FailureNotice } from './failure-notice.ts'
import { ListState } from './list-state.tsx'
import { Section } from './section.tsx'
import { useAction } from './use-action.ts'
import { useLoaded } from './use-loaded.ts'

/** OAuth clients that the person has let in; each scope can be taken back. */
export function Clients(): ReactElement {
  const { clients, messages } = useAccountPage()
  const grants = useStore(clients.$list)
  const list = useRef<HTMLDivElement>(null)
  const loaded = useLoaded(clients.load)
  // Kept here, since a row disappears with the last of its scopes.
  const [failure] = useState(createFailureNotice)
  const t = messages.clients
  return (
    <Section name="clients" title={t.title} text={t.text}>
      {grants === undefined && <ListState loaded={loaded} label={t.loading} rows={1} />}
      {grants !== undefined && (
        <div className="clients" ref={list} tabIndex={-1}>
          {grants.length === 0 && <p className="field-hint">{t.none}</p>}
          {grants.length > 0 && (
            <ul className="sessions">
              {grants.map((grant) => (
                <ClientItem key={grant.grantId} grant={grant} list={list} failure={failure} />
              ))}
            </ul>
          )}
        </div>
      )}
    </Section>
  )
}

interface ClientProps {
  grant: Grant
  /** Takes the focus when the button that had it goes. */
  list: RefObject<HTMLElement | null>
  failure: FailureNotice
}

function ClientItem(props: ClientProps): ReactElement {
  const { grant } = props
  const { lang, messages } = useAccountPage()
  const t = messages.clients
  const day = new Intl.DateTimeFormat(lang, { dateStyle: 'long' })
  const facts = [
    grant.host === '' ? t.onDevice : grant.host,
    grant.organizationName === '' ? '' : messages.organizations.as(grant.organizationName),
    t.since(day.format(grant.createdAt * 1000)),
    grant.lastUsedAt === 0 ? '' : t.used(day.format(grant.lastUsedAt * 1000)),
  ]
  return (
    <li className="client">
      <div>
        <p className="session-device">{grant.clientName}</p>
        <p className="field-hint">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <ul className="scopes">
        {grant.scopes.map((one) => (
          <Scope key={one.scope} {...props} scope={one} />
        ))}
      </ul>
      <Revoke {...props} />
    </li>
  )
}

function Scope({
  grant,
  scope: { description, isRequired, scope },
  list,
  failure,
}: ClientProps & { scope: Grant['scopes'][number] }): ReactElement {
  const { clients, messages } = useAccountPage()
  const action = useAction(failure)
  const t = messages.clients
  const names: Readonly<Record<string, string>> = t.scopes
  const name = description || (names[scope] ?? scope)

  async function takeBack(): Promise<void> {
    list.current?.focus()
    await action.run(() => clients.takeBack(grant, scope), t.scopeTaken(grant.clientName, name))
  }

  return (
    <li>
      <span>{name}</span>
      {!isRequired && (
        <button
          className="button small quiet"
          aria-label={t.takeScopeLabel(grant.clientName, name)}
          aria-disabled={action.isRunning}
          onClick={() => void takeBack()}
        >
          {t.takeScope}
        </button>
      )}
    </li>
  )
}

// Asks once, since the application may lose what the person did in it.
function Revoke({ grant, list, failure }: ClientProps): ReactElement {
  const { clients, messages } = useAccountPage()
  const asked = useId()
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const action = useAction(failure)
  const t = messages.clients
  const name = grant.clientName

  async function revoke(): Promise<void> {
    list.current?.focus()
    await action.run(() => clients.revoke(grant), t.revoked(name))
  }

  // The button comes back when the question goes.
  function keep(): void {
    setAsking(false)
    setTimeout(() => button.current?.focus())
  }

  if (!isAsking) {
    return (
      <button
        ref={button}
        className="button small quiet"
        aria-label={t.revokeLabel(name)}
        onClick={() => setAsking(true)}
      >
        {t.revoke}
      </button>
    )
  }
  return (
    <div>
      <p id={asked}>{t.question(name)}</p>
      <p className="buttons">
        <button
          className="button small danger"
          ref={(shown) => shown?.focus()}
          aria-describedby={asked}
          aria-disabled={action.isRunning}
          onClick={() => void revoke()}
        >
          {t.revoke}
        </button>
        <button className="button small quiet" onClick={keep}>
          {t.keep}
        </button>
      </p>
    </div>
  )
}
