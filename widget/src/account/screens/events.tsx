import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { deviceName } from '#protocol/device-name.ts'
import { timeAgo } from '#protocol/time-ago.ts'
import type { SecurityEvent } from '../../client/calls/security-events.ts'
import type { Session } from '../../client/calls/sessions.ts'
import { LinkButton } from '../../ui/button.tsx'
import { focusOnce } from '../../ui/focus-once.ts'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { useNow } from '../../ui/use-now.ts'
import { createEventsFlow, type EventsFlow } from '../flows/events.ts'
import { ListWaiting } from './list-waiting.tsx'
import { Facts } from './facts.tsx'
import { useAct, useOwn, useRoom } from './room.tsx'
import { Section } from './section.tsx'

// Events that only the owner can cause, or that took access away.
const ownKinds = new Set(['signed_up', 'signed_out', 'signed_out_everywhere', 'qr_refused'])

/** Time after which a person no longer knows what this browser did, in seconds. */
const MOMENT = 600

/** Lists the account's security events, newest first; `here` is the session of this browser. */
export function EventsSection(props: {
  here: Session | undefined
  onUndone: () => void
}): ReactNode {
  const { t } = useRoom()
  const flow = useOwn(createEventsFlow)
  const known = useStore(flow.$known)
  const formError = useStore(flow.$formError)
  const isBusy = useStore(flow.$isBusy)
  const list = useRef<HTMLUListElement>(null)
  const words = t.activity
  useEffect(() => void flow.load(), [flow])

  async function more(): Promise<void> {
    const before = known?.list.length ?? 0
    // Focus moves to the first new line, where reading continues.
    if (!(await flow.more())) return
    setTimeout(() => list.current?.children[before]?.querySelector('summary')?.focus())
  }

  return (
    <Section name="events" title={words.title} text={words.text}>
      <Undone flow={flow} />
      {known === undefined && (
        <ListWaiting
          hasFailed={formError !== undefined}
          label={words.loading}
          onRetry={flow.load}
        />
      )}
      {known?.list.length === 0 && <p {...partProps('hint')}>{words.none}</p>}
      <ul {...partProps('rows')} ref={list}>
        {known?.list.map((event) => (
          <Event key={event.eventId} {...props} flow={flow} event={event} />
        ))}
      </ul>
      {known?.hasMore && (
        <LinkButton isDisabled={isBusy} onClick={() => void more()}>
          {words.more}
        </LinkButton>
      )}
    </Section>
  )
}

/** What the last objection took back, and what to do next. */
function Undone({ flow }: { flow: EventsFlow }): ReactNode {
  const { room, t } = useRoom()
  const undone = useStore(flow.$undone)
  const words = t.activity
  if (undone === undefined) return null
  return (
    <div {...partProps('done-here')} tabIndex={-1} ref={focusOnce}>
      <p {...partProps('text')}>{words.secured}</p>
      {undone.length > 0 && (
        <>
          <p {...partProps('text')}>{words.undone}</p>
          <ul {...partProps('reasons')}>
            {undone.map(({ what, name }) => (
              <li key={what + name}>{words.undoneItems[what](name)}</li>
            ))}
          </ul>
        </>
      )}
      <LinkButton onClick={() => room.go({ page: 'security', section: 'password' })}>
        {words.newPassword}
      </LinkButton>
    </div>
  )
}

function Event(props: {
  flow: EventsFlow
  event: SecurityEvent
  here: Session | undefined
  onUndone: () => void
}): ReactNode {
  const { flow, event, here } = props
  const { t } = useRoom()
  const { language } = useFrame().messages
  const act = useAct()
  const now = useNow()
  const words = t.activity
  const kinds: Partial<Record<string, string>> = words.kinds
  const kind = kinds[event.kind] ?? event.kind
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' })
  // Applications and organizations are named.
  const name = /^(program|organization)_/.test(event.kind) ? event.by : ''
  const device = deviceName(event.device, language)
  const wasHere =
    here?.device === event.device &&
    here.address === event.address &&
    now - event.createdAt < MOMENT
  const mayObject = !ownKinds.has(event.kind) && event.by !== 'operator' && !wasHere

  async function object(): Promise<void> {
    if (await act.run(() => flow.object(event))) props.onUndone()
  }

  return (
    <li {...partProps('row', 'row-event')}>
      <details {...partProps('fold')}>
        <summary>
          <span {...partProps('label')}>{kind}</span>
          <span {...partProps('row-value')}>
            <Facts facts={[name, device, timeAgo(event.createdAt, now, language)]} />
          </span>
        </summary>
        <p {...partProps('hint')}>
          <Facts
            facts={[exact.format(event.createdAt * 1000), device || words.unknown, event.address]}
          />
        </p>
        {mayObject && (
          <>
            <p {...partProps('hint')}>{words.notMeText}</p>
            <RowButton
              label={words.notMeOf(kind)}
              isDanger
              isBusy={act.isBusy}
              onClick={() => void object()}
            >
              {words.notMe}
            </RowButton>
          </>
        )}
      </details>
    </li>
  )
}
