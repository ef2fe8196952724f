import { useStore } from '@nanostores/react'
import { useRef, useState, type ReactElement } from 'react'
import { deviceName } from '#protocol/device-name.ts'
import { timeAgo } from '../../lib/relative-time.ts'
import { useAccountPage } from './context.ts'
import type { Undone } from '#protocol/undone.ts'
import type { SecurityEvent } from '../../../widget/src/client/calls/security-events.ts'
import { ListState } from './list-state.tsx'
import { Section } from './section.tsx'
import { useAction } from './use-action.ts'
import { useLoaded } from './use-loaded.ts'
import { useNow } from './use-now.ts'

// Events that only the owner can cause, or that took access away.
const ownKinds = new Set(['signed_up', 'signed_out', 'signed_out_everywhere', 'qr_refused'])

/** Lists the account's security events, newest first. */
export function Events(): ReactElement {
  const { account, clients, events, messages, organizations, sessions } = useAccountPage()
  const known = useStore(events.$known)
  const action = useAction()
  const list = useRef<HTMLUListElement>(null)
  const t = messages.events
  const loaded = useLoaded(events.load)
  const [undone, setUndone] = useState<readonly Undone[]>()

  async function object(event: SecurityEvent): Promise<void> {
    setUndone(undefined)
    await action.run(async () => {
      const takenBack = await events.object(event)
      await Promise.all([account.load(), sessions.load()])
      const kinds = new Set(takenBack.map(({ what }) => what))
      if (kinds.has('program')) await clients.load()
      if (kinds.has('membership')) await organizations.load()
      setUndone(takenBack)
    }, undefined)
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
      {undone !== undefined && (
        <div className="notice" tabIndex={-1} ref={focusNotice}>
          <p>
            {t.secured} <a href="#password">{t.newPassword}</a>
          </p>
          {undone.length > 0 && (
            <>
              <p>{t.undone}</p>
              <ul>
                {undone.map(({ what, name }) => (
                  <li key={what + name}>{t.undoneItems[what](name)}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
      {known === undefined && <ListState loaded={loaded} label={t.loading} rows={3} />}
      {known !== undefined && (
        <>
          <ul className="sessions" ref={list}>
            {known.list.map((event) => (
              <Event
                key={event.eventId}
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
  // Applications and organizations are named.
  const name = /^(program|organization)_/.test(event.kind) ? event.by : ''
  const facts = [name, deviceName(event.device, lang), event.address].filter(Boolean)
  return (
    <li tabIndex={-1}>
      <div>
        <p className="session-device">{kinds[event.kind] ?? event.kind}</p>
        <p className="field-hint">
          {facts.join(' · ')}
          {facts.length > 0 && ' · '}
          <time
            dateTime={new Date(event.createdAt * 1000).toISOString()}
            title={exact.format(event.createdAt * 1000)}
          >
            {timeAgo(event.createdAt, now, lang)}
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
