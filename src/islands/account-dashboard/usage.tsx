import { useId, type ReactElement } from 'react'
import type { Lang } from '../../lib/languages.ts'
import type { Usage } from './load.ts'
import type { Words } from './words.ts'

/** What the account server counts, with a bar where there is an end to it. */
export function UsageList(props: { usage: Usage; lang: Lang; words: Words }): ReactElement {
  const { usage, lang } = props
  const t = props.words.usage
  const id = useId()
  const day = new Intl.DateTimeFormat(lang, { dateStyle: 'long' })
  return (
    <section className="chart" aria-labelledby={id}>
      <h2 id={id}>{t.title}</h2>
      <p className="field-hint">{t.text}</p>
      <dl className="usage">
        <div>
          <dt>{t.devices}</dt>
          <dd>{usage.devices}</dd>
        </div>
        <div>
          <dt>{t.links}</dt>
          <dd>{usage.links}</dd>
        </div>
        {usage.changes.map(({ part, used, most, resetAt }) => (
          <div key={part}>
            <dt>{t[part]}</dt>
            <dd>
              {t.of(used, most)}
              <Bar used={used} most={most} />
              {resetAt > 0 && (
                <span className="field-hint">{t.reset(day.format(resetAt * 1000))}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

// The words beside it say the same (WCAG 1.1.1).
function Bar({ used, most }: { used: number; most: number }): ReactElement {
  return (
    <svg className="usage-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className="whole" width="100" height="4" rx="2" />
      {used > 0 && <rect className="chart-bar" width={(100 * used) / most} height="4" rx="2" />}
    </svg>
  )
}
