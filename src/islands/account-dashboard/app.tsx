import { useEffect, useState, type ReactElement } from 'react'
import type { Client } from '../../../widget/src/client/index.ts'
import { pathIn, type Lang } from '../../lib/languages.ts'
import { StatePanel } from '../account-setting/state-panel.tsx'
import { Devices, SignIns } from './charts.tsx'
import { loadActivity, type Loaded } from './load.ts'
import type { AccountWords } from './words.ts'

/** The dashboard: one of its states. */
export function Dashboard(props: {
  client: Client
  lang: Lang
  words: AccountWords
}): ReactElement {
  const { client, lang, words } = props
  const { settings, dashboard: t } = words
  const [loaded, setLoaded] = useState<Loaded>({ step: 'loading' })
  const { step } = loaded
  useEffect(() => {
    if (step === 'loading') loadActivity(client).then(setLoaded, reportError)
  }, [client, step])

  switch (loaded.step) {
    case 'loading':
      return <DashboardSkeleton words={words} />
    case 'signed-out': {
      const next = encodeURIComponent(pathIn(lang, '/account-setting/components/dashboard'))
      return (
        <StatePanel words={settings.signedOut}>
          <a className="button" href={`${pathIn(lang, '/login')}?next=${next}`}>
            {settings.signedOut.button}
          </a>
        </StatePanel>
      )
    }
    case 'failed':
      return (
        <StatePanel words={settings.failed}>
          <button className="button" onClick={() => setLoaded({ step: 'loading' })}>
            {settings.failed.button}
          </button>
        </StatePanel>
      )
    case 'ready':
      if (loaded.activity.signIns === 0) {
        return (
          <StatePanel words={t.empty}>
            <a className="button quiet" href={pathIn(lang, '/account-setting')}>
              {t.back}
            </a>
          </StatePanel>
        )
      }
      return (
        <>
          <SignIns activity={loaded.activity} lang={lang} words={t} />
          <Devices activity={loaded.activity} lang={lang} words={t} />
          <p className="chart-more">
            <a href={pathIn(lang, '/account-setting')}>{t.back}</a>
          </p>
        </>
      )
  }
}

/** The page before its data: the places of the charts, so that nothing moves later. */
export function DashboardSkeleton({ words }: { words: AccountWords }): ReactElement {
  const t = words.dashboard
  return (
    <div className="skeleton" aria-busy="true">
      <output className="visually-hidden">{t.loading}</output>
      {[t.signIns, t.devices].map((title) => (
        <section key={title} className="chart">
          <h2>{title}</h2>
          <span className="bone chart-bone" />
        </section>
      ))}
    </div>
  )
}
