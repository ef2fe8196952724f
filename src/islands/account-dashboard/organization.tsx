import { useId, useState, type ReactElement } from 'react'
import { pathIn, type Lang } from '../../lib/languages.ts'
import { timeAgo } from '#protocol/time-ago.ts'
import { ORGANIZATION_PAGE } from '../../site.ts'
import type { OrganizationData } from './load-organization.ts'
import type { AccountMessages } from './messages.ts'

/** Shows the organization that the person acts for, and what they may do in it. */
export function OrganizationPanel(props: {
  acting: OrganizationData
  name: string
  lang: Lang
  messages: AccountMessages
}): ReactElement {
  const { acting, lang } = props
  const { permissions, organization, waiting, changes } = acting
  const t = props.messages.dashboard.organization
  const id = useId()
  const [now] = useState(() => Date.now() / 1000)
  const names: Readonly<Record<string, string>> = props.messages.changeNames
  const page = pathIn(lang, ORGANIZATION_PAGE)
  const name = organization?.organizationName ?? props.name
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{name}</h2>
        <p className="field-hint">{t.text}</p>
      </header>
      <dl className="limits">
        {organization && (
          <div>
            <dt>{t.people}</dt>
            <dd>{organization.memberCount}</dd>
          </div>
        )}
        {waiting !== undefined && (
          <div>
            <dt>{t.waiting}</dt>
            <dd>{waiting}</dd>
          </div>
        )}
      </dl>
      {changes && changes.length > 0 && (
        <ul className="sessions" aria-label={t.changes}>
          {changes.map(({ eventId, kind, targetName, actorName, time }) => (
            <li key={eventId}>
              <div>
                <p className="session-device">{names[kind] ?? kind}</p>
                <p className="field-hint">{targetName || actorName}</p>
              </div>
              <time className="field-hint" dateTime={new Date(time * 1000).toISOString()}>
                {timeAgo(time, now, lang)}
              </time>
            </li>
          ))}
        </ul>
      )}
      <p className="buttons">
        {permissions.has('invite.create') && (
          <a className="button small" href={`${page}#invite`}>
            {t.invite}
          </a>
        )}
        <a className="button small quiet" href={page}>
          {t.open}
        </a>
        {changes && (
          <a className="more" href={`${page}#activity`}>
            {t.all}
          </a>
        )}
      </p>
    </section>
  )
}
