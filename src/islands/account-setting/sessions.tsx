import { useStore } from '@nanostores/react'
import { Fragment, useEffect, useRef, useState, type ReactElement } from 'react'
import { deviceName } from '#protocol/device-name.ts'
import type { Session as SessionRow } from '../../../widget/src/client/calls/sessions.ts'
import { timeAgo } from '../../lib/relative-time.ts'
import { useAccountPage } from './context.ts'
import { createFailureNotice, type FailureNotice } from './failure-notice.ts'
import { ListState } from './list-state.tsx'
import { Section } from './section.tsx'
import { SessionName } from './session-name.tsx'
import { useAction } from './use-action.ts'
import { useLoaded } from './use-loaded.ts'
import { useNow } from './use-now.ts'

/** Lists the person's sessions; all but this browser's can be ended. */
export function Sessions(): ReactElement {
  const { clients, sessions, messages } = useAccountPage()
  const known = useStore(sessions.$list)
  const hasClients = (useStore(clients.$list) ?? []).length > 0
  const list = useRef<HTMLUListElement>(null)
  const loaded = useLoaded(sessions.load)
  // Kept here, since a row disappears while its session is being ended.
  const [failure] = useState(createFailureNotice)
  const all = useAction(failure)
  const t = messages.sessions

  // Other devices were active while nobody looked at this page.
  useEffect(() => {
    const refresh = (): void => {
      if (document.visibilityState === 'visible') sessions.load().catch(reportError)
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [sessions])

  async function endOthers(): Promise<void> {
    // The button disappears with the last other session.
    list.current?.focus()
    await all.run(sessions.endOthers, t.othersEnded)
  }

  async function endOthersAndClients(): Promise<void> {
    await all.run(
      async () => {
        await clients.signOut()
        await sessions.endOthers()
      },
      known?.length === 1 ? t.clientsEnded : t.allEnded,
    )
  }

  return (
    <Section name="sessions" title={t.title} text={t.text}>
      {known === undefined && <ListState loaded={loaded} label={t.loading} rows={1} />}
      {known !== undefined && (
        <ul className="sessions" ref={list} tabIndex={-1}>
          {known.map((session) => (
            // The focused button disappears with its row.
            <Session
              key={session.sessionId}
              session={session}
              failure={failure}
              onEnding={() => list.current?.focus()}
            />
          ))}
        </ul>
      )}
      {known?.length === 1 && <p className="field-hint">{t.only}</p>}
      {known !== undefined && known.length > 2 && (
        <button
          className="button small quiet"
          aria-disabled={all.isRunning}
          onClick={() => void endOthers()}
        >
          {t.endOthers}
        </button>
      )}
      {known !== undefined && hasClients && (
        <button
          className="button small quiet"
          aria-disabled={all.isRunning}
          onClick={() => void endOthersAndClients()}
        >
          {known.length === 1 ? t.endClients : t.endWithClients}
        </button>
      )}
    </Section>
  )
}

function Session(props: {
  session: SessionRow
  failure: FailureNotice
  onEnding: () => void
}): ReactElement {
  const { session } = props
  const { sessions, lang, messages } = useAccountPage()
  const action = useAction(props.failure)
  const t = messages.sessions
  const device = deviceName(session.device, lang) || t.unknown
  const name = session.name || device
  const [isNaming, setNaming] = useState(false)
  const rename = useRef<HTMLButtonElement>(null)
  const now = useNow()
  const day = new Intl.DateTimeFormat(lang, { dateStyle: 'long' })

  async function end(): Promise<void> {
    props.onEnding()
    await action.run(() => sessions.end(session), t.ended)
  }

  // The button comes back when the form goes.
  function endNaming(): void {
    setNaming(false)
    setTimeout(() => rename.current?.focus())
  }

  if (isNaming) {
    return (
      <li>
        <SessionName session={session} onEnd={endNaming} />
      </li>
    )
  }
  return (
    <li>
      <div>
        <p className="session-device">
          {name} {session.isCurrent && <span className="session-here">{t.here}</span>}
        </p>
        <p className="field-hint">
          {[
            session.name === '' ? '' : device,
            session.address,
            // The server updates this time only now and then; this device is here now.
            t.seen(timeAgo(session.isCurrent ? now : session.lastSeenAt, now, lang)),
            t.since(day.format(session.createdAt * 1000)),
          ]
            .filter(Boolean)
            .map((fact, at) => (
              <Fragment key={fact}>
                {at > 0 && ' · '}
                <span className="session-fact">{fact}</span>
              </Fragment>
            ))}
        </p>
      </div>
      <p className="buttons">
        <button
          ref={rename}
          className="button small quiet"
          aria-label={t.renameLabel(name)}
          onClick={() => setNaming(true)}
        >
          {t.rename}
        </button>
        {!session.isCurrent && (
          <button
            className="button small quiet"
            aria-label={t.endLabel(name)}
            onClick={() => void end()}
          >
            {t.end}
          </button>
        )}
      </p>
    </li>
  )
}
