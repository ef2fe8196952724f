import type { ReactElement } from 'react'
import type { AccountWords } from './words.ts'

/**
 * The page before its data: the places of the charts, so that nothing moves later; `isFirst` before
 * its script.
 */
export function DashboardSkeleton(props: { words: AccountWords; isFirst?: boolean }): ReactElement {
  const { words, isFirst } = props
  const t = words.dashboard
  return (
    <div className="skeleton" aria-busy="true" data-first={isFirst || undefined}>
      <output className="visually-hidden">{t.loading}</output>
      {[t.plan.title, t.usage.title, t.signIns, t.devices].map((title) => (
        <section key={title} className="chart">
          <h2>{title}</h2>
          <span className="bone chart-bone" />
        </section>
      ))}
    </div>
  )
}
