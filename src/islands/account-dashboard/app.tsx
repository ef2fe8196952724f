import { useEffect, useState, type ReactElement } from 'react'
import type { Membership } from '../../../widget/src/client/calls/memberships.ts'
import type { Client } from '../../../widget/src/client/index.ts'
import { pathIn, type Lang } from '../../lib/languages.ts'
import { meOf } from '../../scripts/me-of.ts'
import { keepMe, type Me } from '../../scripts/me.ts'
import type { Notices } from '../shared/notices.ts'
import { describeProblem } from '../shared/problem.ts'
import { StatePanel } from '../shared/state-panel.tsx'
import { FirstSteps } from './first-steps.tsx'
import { loadDashboard, type DashboardData, type Loaded } from './load.ts'
import { OrganizationPanel } from './organization.tsx'
import { Plan } from './plan.tsx'
import { SignIns } from './sign-ins.tsx'
import { DashboardSkeleton } from './skeleton.tsx'
import type { AccountMessages } from './messages.ts'

/** The dashboard in the state that its data is in. */
export function Dashboard(props: {
  client: Client
  lang: Lang
  messages: AccountMessages
  notices: Notices
}): ReactElement {
  const { client, lang, messages, notices } = props
  const { settings, dashboard: t } = messages
  const [loaded, setLoaded] = useState<Loaded>({ step: 'loading' })
  const [isAsked] = useState(() => new URLSearchParams(location.search).has('plan'))
  const { step } = loaded
  useEffect(() => {
    if (step !== 'loading') return
    loadDashboard(client).then((now) => {
      setLoaded(now)
      if (now.step === 'ready') keepMe(toMe(now))
    }, reportError)
  }, [client, step])
  useEffect(() => {
    if (step !== 'signed-out') return
    // The header follows, since the session may have ended elsewhere.
    document.dispatchEvent(new Event('session-change'))
    // The page before was longer and may have been scrolled.
    scrollTo({ top: 0 })
  }, [step])

  switch (loaded.step) {
    case 'loading':
      return <DashboardSkeleton messages={messages} />
    case 'signed-out': {
      const next = encodeURIComponent(
        pathIn(lang, '/account-setting/components/dashboard') + location.search,
      )
      // Where the page knows it too, its sign-in form takes the place (`account.css`).
      return (
        <div data-signed-out>
          <StatePanel
            messages={settings.signedOut}
            href={`${pathIn(lang, '/login')}?next=${next}`}
          />
        </div>
      )
    }
    case 'failed': {
      const { error } = loaded
      const text = error ? describeProblem(error, settings) : settings.failed.text
      return (
        <StatePanel
          messages={{ ...settings.failed, text }}
          onRetry={() => setLoaded({ step: 'loading' })}
        />
      )
    }
    case 'ready': {
      const { acting } = loaded
      const organization = currentOf(loaded)?.organizationName ?? ''
      const plan = (
        <Plan
          client={client}
          lang={lang}
          messages={messages}
          notices={notices}
          user={loaded.user}
          held={loaded.plan}
          organization={acting && organization}
        />
      )
      return (
        <>
          <p className="dash-welcome">{t.welcome(loaded.user.name)}</p>
          <div className="dash">
            {/* Somebody who has chosen a plan on the price list is asked about it first. */}
            {isAsked && plan}
            {acting === undefined ? (
              <FirstSteps {...loaded} lang={lang} messages={t} />
            ) : (
              <OrganizationPanel
                acting={acting}
                name={organization}
                lang={lang}
                messages={messages}
              />
            )}
            {/* A plan is the person's; it is not what they act for. */}
            {!isAsked && acting === undefined && plan}
            <SignIns signIns={loaded.signIns} lang={lang} messages={t} />
          </div>
        </>
      )
    }
  }
}

function currentOf({ memberships }: DashboardData): Membership | undefined {
  return memberships.find(({ isCurrent }) => isCurrent)
}

function toMe(loaded: DashboardData): Me {
  const hasOrganization = loaded.memberships.length > 1
  return meOf(loaded.user, { current: currentOf(loaded), hasOrganization })
}
