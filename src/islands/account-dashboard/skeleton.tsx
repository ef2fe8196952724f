import type { ReactElement } from 'react'
import type { AccountMessages } from './messages.ts'

/** Placeholder of the same size as the page; `isFirst` marks the one that the build draws. */
export function DashboardSkeleton(props: {
  messages: Pick<AccountMessages, 'dashboard'>
  isFirst?: boolean
}): ReactElement {
  const { messages, isFirst } = props
  const t = messages.dashboard
  return (
    <div aria-busy="true" data-first={isFirst || undefined}>
      <output className="visually-hidden">{t.loading}</output>
      <p className="dash-welcome">
        <span className="bone bone-name" />
      </p>
      <div className="dash">
        {[t.steps.title, t.plan.title, t.signIns.title].map((title) => (
          <section key={title} className="panel">
            <h2>{title}</h2>
            <span className="bone bone-card" />
          </section>
        ))}
      </div>
    </div>
  )
}
