import { useRef, useState, type ReactElement } from 'react'
import type { SessionInfo } from '#protocol/objects.ts'
import { revokeSession } from '#protocol/web/session.ts'
import { timeAgo } from '../../lib/relative-time.ts'
import { useAccountPage } from './context.ts'
import { Section } from './section.tsx'
import { useAction } from './use-action.ts'

interface Props {
  sessions: readonly SessionInfo[]
  onEnded: (id: string) => void
}

/** The devices a person is signed in on; any but the present one can be signed out. */
export function Sessions({ sessions, onEnded }: Props): ReactElement {
  const { words } = useAccountPage()
  const list = useRef<HTMLUListElement>(null)
  const t = words.sessions

  // The button that had the focus is gone with its row.
  function ended(id: string): void {
    onEnded(id)
    list.current?.focus()
  }

  return (
    <Section title={t.title} text={t.text}>
      <ul className="sessions" ref={list} tabIndex={-1}>
        {sessions.map((session) => (
          <Session key={session.session_id} session={session} onEnded={ended} />
        ))}
      </ul>
      {sessions.length === 1 && <p className="field-hint">{t.only}</p>}
    </Section>
  )
}

function Session(props: { session: SessionInfo; onEnded: (id: string) => void }): ReactElement {
  const { session } = props
  const { client, lang, words } = useAccountPage()
  const action = useAction()
  const t = words.sessions
  const device = session.device || t.unknown
  const [now] = useState(() => Date.now() / 1000)
  const day = new Intl.DateTimeFormat(lang, { dateStyle: 'medium' })

  async function end(): Promise<void> {
    const { session_id } = session
    const isEnded = await action.run(async () => {
      await client.send(revokeSession, { session_id })
    }, t.ended)
    if (isEnded) props.onEnded(session_id)
  }

  return (
    <li>
      <div>
        <p className="session-device">
          {device} {session.current === 1 && <span className="session-here">{t.here}</span>}
        </p>
        <p className="field-hint">
          {[
            session.address,
            t.seen(timeAgo(session.last_seen_at, now, lang)),
            t.since(day.format(session.created_at * 1000)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {session.current !== 1 && (
        <button
          className="button small quiet"
          aria-label={t.endLabel(device)}
          aria-disabled={action.isRunning}
          onClick={() => void end()}
        >
          {action.isRunning ? t.ending : t.end}
        </button>
      )}
    </li>
  )
}
