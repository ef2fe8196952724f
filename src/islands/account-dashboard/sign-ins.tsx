import { useId, useState, type ReactElement } from 'react'
import { deviceName } from '#protocol/device-name.ts'
import { pathIn, type Lang } from '../../lib/languages.ts'
import { timeAgo } from '#protocol/time-ago.ts'
import type { SecurityEvent } from '../../../widget/src/client/calls/security-events.ts'
import type { DashboardMessages } from './messages.ts'

/** Lists recent sign-ins, newest first. */
export function SignIns(props: {
  signIns: readonly SecurityEvent[]
  lang: Lang
  messages: DashboardMessages
}): ReactElement {
  const { signIns, lang } = props
  const t = props.messages.signIns
  const id = useId()
  const [now] = useState(() => Date.now() / 1000)
  const exact = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' })
  const account = pathIn(lang, '/account-setting')
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{t.title}</h2>
        <p className="field-hint">{t.text}</p>
      </header>
      {signIns.length === 0 ? (
        <p className="field-hint">{t.none}</p>
      ) : (
        <ul className="sessions">
          {signIns.map(({ eventId, device, address, createdAt: at }) => (
            <li key={eventId}>
              <div>
                <p className="session-device">{deviceName(device, lang) || t.unknown}</p>
                <p className="field-hint">{address}</p>
              </div>
              <time
                className="field-hint"
                dateTime={new Date(at * 1000).toISOString()}
                title={exact.format(at * 1000)}
              >
                {timeAgo(at, now, lang)}
              </time>
            </li>
          ))}
        </ul>
      )}
      <p className="buttons">
        <a className="more" href={`${account}/devices#sessions`}>
          {t.devices}
        </a>
        <a className="more" href={`${account}/devices#events`}>
          {t.all}
        </a>
      </p>
    </section>
  )
}
