import type { ReactElement } from 'react'
import type { AccountWords } from './words.ts'

/** Placeholder of the same size as the page; `isFirst` marks the one that the build draws. */
export function DashboardSkeleton(props: { words: AccountWords; isFirst?: boolean }): ReactElement {
  const { words, isFirst } = props
  const t = words.dashboard
  return (
    <div className="skeleton" aria-busy="true" data-first={isFirst || undefined}>
      <output className="visually-hidden">{t.loading}</output>
      <p className="dash-welcome">
        <span className="bone bone-name" />
      </p>
      <div className="dash">
        {[t.steps.title, t.plan.title, t.signIns.title].map((title) => (
          <section key={title} className="panel">
            <h2>{title}</h2>
            <span className="bone panel-bone" />
          </section>
        ))}
      </div>
    </div>
  )
}
