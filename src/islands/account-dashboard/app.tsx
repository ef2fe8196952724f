import { useEffect, useState, type ReactElement } from 'react'
import type { Client } from '../../../widget/src/client/index.ts'
import { pathIn, type Lang } from '../../lib/languages.ts'
import { RetryButton } from '../shared/retry-button.tsx'
import { SignedOut } from '../shared/signed-out.tsx'
import { StatePanel } from '../shared/state-panel.tsx'
import { Devices, SignIns } from './charts.tsx'
import { loadDashboard, type Loaded } from './load.ts'
import { Plan } from './plan.tsx'
import { DashboardSkeleton } from './skeleton.tsx'
import { UsageList } from './usage.tsx'
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
    if (step === 'loading') loadDashboard(client).then(setLoaded, reportError)
  }, [client, step])

  switch (loaded.step) {
    case 'loading':
      return <DashboardSkeleton words={words} />
    case 'signed-out': {
      const here = pathIn(lang, '/account-setting/components/dashboard')
      return <SignedOut words={settings.signedOut} lang={lang} next={here + location.search} />
    }
    case 'failed':
      return (
        <StatePanel words={settings.failed}>
          <RetryButton
            className="button"
            label={settings.failed.button}
            onRetry={() => setLoaded({ step: 'loading' })}
          />
        </StatePanel>
      )
    case 'ready':
      return (
        <>
          <Plan client={client} lang={lang} words={words} held={loaded.plan} />
          <UsageList usage={loaded.usage} lang={lang} words={t} />
          {loaded.activity.signIns === 0 ? (
            <StatePanel words={t.empty}>{null}</StatePanel>
          ) : (
            <>
              <SignIns activity={loaded.activity} lang={lang} words={t} />
              <Devices activity={loaded.activity} lang={lang} words={t} />
            </>
          )}
          <p className="chart-more">
            <a href={pathIn(lang, '/account-setting')}>{t.back}</a>
          </p>
        </>
      )
  }
}
