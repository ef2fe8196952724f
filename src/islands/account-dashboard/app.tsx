import { useEffect, useState, type ReactElement } from 'react'
import type { Client } from '../../../widget/src/client/index.ts'
import { pathIn, type Lang } from '../../lib/languages.ts'
import { RetryButton } from '../shared/retry-button.tsx'
import { SignedOut } from '../shared/signed-out.tsx'
import { StatePanel } from '../shared/state-panel.tsx'
import { FirstSteps } from './first-steps.tsx'
import { loadDashboard, type Loaded } from './load.ts'
import { Plan } from './plan.tsx'
import { SignIns } from './sign-ins.tsx'
import { DashboardSkeleton } from './skeleton.tsx'
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
          <p className="dash-welcome">{t.welcome(loaded.user.name)}</p>
          <div className="dash">
            <FirstSteps user={loaded.user} links={loaded.links} lang={lang} words={t} />
            <Plan client={client} lang={lang} words={words} user={loaded.user} held={loaded.plan} />
            <SignIns signIns={loaded.signIns} lang={lang} words={t} />
          </div>
        </>
      )
  }
}
