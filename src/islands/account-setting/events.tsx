import { useStore } from '@nanostores/react'
import { useRef, useState, type ReactElement } from 'react'
import { deviceName } from '#protocol/device-name.ts'
import { timeAgo } from '../../lib/relative-time.ts'
import { useAccountPage } from './context.ts'
import type { SecurityEvent } from './events-store.ts'
import { ListState } from './list-state.tsx'
import { Section } from './section.tsx'
import { useAction } from './use-action.ts'
import { useLoaded } from './use-loaded.ts'
import { useNow } from './use-now.ts'

// Events that only the owner can cause, or that took access away.
const ownKinds = new Set(['signed_up', 'signed_out', 'signed_out_everywhere', 'qr_refused'])

/** Lists the account's security events, newest first. */
export function Events(): ReactElement {
  const { events, sessions, messages } = useAccountPage()
  const known = useStore(events.$known)
  const action = useAction()
  const list = useRef<HTMLUListElement>(null)
  const t = messages.events
  const loaded = useLoaded(events.load)
  const [isSecured, setSecured] = useState(false)

  async function object(event: SecurityEvent): Promise<void> {
    setSecured(false)
    const isDone = await action.run(async () => {
      await events.object(event)
      await sessions.load()
    }, undefined)
    setSecured(isDone)
  }

  async function more(): Promise<void> {
    const before = known?.list.length ?? 0
    // Focus moves to the first new line, where reading continues.
    if (await action.run(events.more, undefined)) {
      const item = list.current?.children[before]
      if (item instanceof HTMLElement) item.focus()
    }
  }

  return (
    <Section name="events" title={t.title} text={t.text}>
      {isSecured && (
        <p className="notice" tabIndex={-1} ref={focusNotice}>
          {t.secured} <a href="#password">{t.newPassword}</a>
        </p>
      )}
      {known === undefined && <ListState loaded={loaded} label={t.loading} rows={3} />}
      {known !== undefined && (
        <>
          <ul className="sessions" ref={list}>
            {known.list.map((event) => (
              <Event
                key={event.event_id}
                event={event}
                isBusy={action.isRunning}
                onObject={() => void object(event)}
              />
            ))}
          </ul>
          {known.list.length === 0 && <p className="field-hint">{t.none}</p>}
          {known.hasMore && (
            <button
              className="button small quiet"
              aria-disabled={action.isRunning}
              onClick={() => void more()}
            >
              {t.more}
            </button>
          )}
        </>
      )}
    </Section>
  )
}

function focusNotice(notice: HTMLElement | null): void {
  notice?.focus()
}

function Event(props: {
  event: SecurityEvent
  isBusy: boolean
  onObject: () => void
}): ReactElement {
  const { event } = props
  const { lang, messages } = useAccountPage()
  const t = messages.events
  const kinds: Partial<Record<string, string>> = t.kinds
  const now = useNow()
  const exact = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' })
  // Events of applications are caused by one, which is named.
  const client = event.kind.startsWith('program_') ? event.by : ''
  const facts = [client, deviceName(event.device, lang), event.address].filter(Boolean)
  return (
    <li tabIndex={-1}>
      <div>
        <p className="session-device">{kinds[event.kind] ?? event.kind}</p>
        <p className="field-hint">
          {facts.join(' · ')}
          {facts.length > 0 && ' · '}
          <time
            dateTime={new Date(event.created_at * 1000).toISOString()}
            title={exact.format(event.created_at * 1000)}
          >
            {timeAgo(event.created_at, now, lang)}
          </time>
        </p>
      </div>
      {!ownKinds.has(event.kind) && event.by !== 'operator' && (
        <button
          className="button small quiet"
          aria-label={t.notMeLabel(kinds[event.kind] ?? event.kind)}
          aria-disabled={props.isBusy}
          onClick={props.onObject}
        >
          {t.notMe}
        </button>
      )}
    </li>
  )
}
