import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import { deviceName } from '#protocol/device-name.ts'
import { timeAgo } from '#protocol/time-ago.ts'
import type { AccountSectionName } from '../../base/account-pages.ts'
import type { Session } from '../../client/calls/sessions.ts'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { useNow } from '../../ui/use-now.ts'
import { createClientsFlow, type ClientsFlow } from '../flows/clients.ts'
import { createDevicesFlow, type DevicesFlow } from '../flows/devices.ts'
import { Row } from './account/parts.tsx'
import { ApplicationsSection } from './applications.tsx'
import { EventsSection } from './events.tsx'
import { Facts } from './facts.tsx'
import { Rows } from './list-waiting.tsx'
import { Renamable } from './renamable.tsx'
import { useAct, useOwn, useRoom } from './room.tsx'
import { Remembered } from './remembered.tsx'
import { Section } from './section.tsx'

/** Devices, applications and events, which tell of each other. */
export function DevicesPage(props: { sections: readonly AccountSectionName[] }): ReactNode {
  const devices = useOwn(createDevicesFlow)
  const clients = useOwn(createClientsFlow)
  const { rows } = useStore(devices.query.$state)
  const has = (name: AccountSectionName): boolean => props.sections.includes(name)
  return (
    <>
      {has('sessions') && <DevicesSection flow={devices} clients={clients} />}
      {has('applications') && <ApplicationsSection flow={clients} />}
      {has('events') && (
        <EventsSection
          here={rows.find(({ isCurrent }) => isCurrent)}
          onUndone={() => {
            if (has('sessions')) void devices.query.load()
            if (has('applications')) void clients.query.load()
          }}
        />
      )}
    </>
  )
}

/** Lists the person's sessions; all but this browser's can be ended. */
function DevicesSection({ flow, clients }: { flow: DevicesFlow; clients: ClientsFlow }): ReactNode {
  const { t } = useRoom()
  const { rows } = useStore(flow.query.$state)
  const hasClients = useStore(clients.query.$state).rows.length > 0
  useEffect(() => {
    // Other devices were active while nobody looked at this page.
    const refresh = (): void => {
      if (document.visibilityState === 'visible') void flow.query.load()
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [flow])
  return (
    <Section name="sessions" title={t.devices.title} text={t.devices.text}>
      <Rows query={flow.query} label={t.devices.loading}>
        {(sessions) => (
          <ul {...partProps('rows')}>
            {sessions.map((session) => (
              <Device key={session.sessionId} flow={flow} session={session} />
            ))}
          </ul>
        )}
      </Rows>
      <Remembered />
      {rows.length === 1 && <p {...partProps('hint')}>{t.devices.only}</p>}
      {rows.length > 1 && (
        <EndAll
          text={t.devices.endOthersText}
          button={t.devices.endOthers}
          done={t.devices.othersEnded}
          work={flow.endOthers}
        />
      )}
      {hasClients && (
        <EndAll
          text={t.devices.endClientsText}
          button={t.devices.endClients}
          done={t.devices.clientsEnded}
          work={clients.signOut}
        />
      )}
    </Section>
  )
}

function EndAll(props: {
  text: string
  button: string
  done: string
  work: () => Promise<void>
}): ReactNode {
  const act = useAct()
  return (
    <div {...partProps('end-all')}>
      <p {...partProps('hint')}>{props.text}</p>
      <RowButton isBusy={act.isBusy} onClick={() => void act.run(props.work, props.done)}>
        {props.button}
      </RowButton>
    </div>
  )
}

function Device({ flow, session }: { flow: DevicesFlow; session: Session }): ReactNode {
  const { t } = useRoom()
  const { language } = useFrame().messages
  const act = useAct()
  const now = useNow()
  const words = t.devices
  const device = deviceName(session.device, language) || words.unknown
  const name = session.name || device
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' })

  const facts = [
    session.name === '' ? '' : device,
    session.address,
    // The server updates this time only now and then; this device is here now.
    words.seen(timeAgo(session.isCurrent ? now : session.lastSeenAt, now, language)),
    words.since(day.format(session.createdAt * 1000)),
  ]
  const label = (
    <>
      {name} {session.isCurrent && <span {...partProps('badge', 'badge-ok')}>{words.here}</span>}
    </>
  )
  return (
    <Renamable
      name={name}
      given={session.name}
      words={words}
      save={(typed) => flow.rename(session, typed)}
    >
      {(rename) => (
        <Row label={label} value={<Facts facts={facts} />}>
          {rename}
          {!session.isCurrent && (
            <RowButton
              label={words.endOf(name)}
              isBusy={act.isBusy}
              onClick={() => void act.run(() => flow.end(session), words.ended)}
            >
              {words.end}
            </RowButton>
          )}
        </Row>
      )}
    </Renamable>
  )
}
