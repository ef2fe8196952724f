import type { ReactElement } from 'react'
import { pathIn } from '../../lib/languages.ts'
import { useAccountPage } from './context.ts'
import { Section } from './section.tsx'

/** The way to the dashboard. */
export function PlanLink(): ReactElement {
  const { lang, words } = useAccountPage()
  const t = words.plan
  return (
    <Section title={t.title} text={t.text}>
      <a className="button quiet" href={pathIn(lang, '/account-setting/components/dashboard')}>
        {t.open}
      </a>
    </Section>
  )
}
