import { useId, type ReactElement } from 'react'
import { pathIn, type Lang } from '../../lib/languages.ts'
import { ORGANIZATION_PAGE } from '../../site.ts'
import type { DashboardData } from './load.ts'
import type { DashboardMessages } from './messages.ts'

/** Lists what a new person should set up; shows nothing when all of it is done. */
export function FirstSteps(
  props: Pick<DashboardData, 'user' | 'links' | 'memberships'> & {
    lang: Lang
    messages: DashboardMessages
  },
): ReactElement | null {
  const { user, links, memberships, lang } = props
  const t = props.messages.steps
  const id = useId()
  const account = pathIn(lang, '/account-setting')
  const hasAddress = user.isEmailProved || user.isMobileProved
  const waysIn = [user.isEmailProved, user.isMobileProved, links > 0].filter(Boolean).length
  const steps = [
    { ...t.account, isDone: true, href: account },
    { ...t.address, isDone: hasAddress, href: `${account}/security#addresses` },
    { ...t.password, isDone: user.hasPassword, href: `${account}/security#password` },
    { ...t.picture, isDone: user.pictureUrl !== '', href: `${account}#profile` },
    { ...t.secondWay, isDone: waysIn > 1, href: `${account}/security#addresses` },
    { ...t.organization, isDone: memberships.length > 1, href: pathIn(lang, ORGANIZATION_PAGE) },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{t.title}</h2>
        <p className="field-hint">{t.progress(done, steps.length)}</p>
      </header>
      <ol className="steps">
        {steps.map(({ title, text, isDone, href }) => (
          <li key={title} className={isDone ? 'is-done' : undefined}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <circle cx="10" cy="10" r="8.25" />
              {isDone && <path d="m6.25 10.25 2.5 2.5 5-5.25" />}
            </svg>
            {isDone ? (
              <p>
                {title} <span className="visually-hidden">{t.done}</span>
              </p>
            ) : (
              <p>
                <a href={href}>{title}</a>
                <span className="field-hint">{text}</span>
              </p>
            )}
          </li>
        ))}
      </ol>
      <p>
        <a className="button small" href={pathIn(lang, '/download')}>
          {t.download}
        </a>
      </p>
    </section>
  )
}
