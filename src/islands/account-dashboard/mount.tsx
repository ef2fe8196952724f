import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from '../../../widget/src/client/index.ts'
import { accountOrigin } from '../../lib/account-origin.ts'
import { site } from '../../site.ts'
import { pageLanguage } from '../../scripts/page-language.ts'
import { ErrorBoundary } from '../shared/error-boundary.tsx'
import { fetchFirstReplies } from '../shared/first-replies.ts'
import { createNotices } from '../shared/notices.ts'
import { StatePanel } from '../shared/state-panel.tsx'
import { Dashboard } from './app.tsx'
import { loadMessages } from './messages.ts'

/** Shows the dashboard. */
export async function mount(place: HTMLElement): Promise<void> {
  const lang = pageLanguage()
  const client = createClient({
    aid: site.aid,
    language: lang,
    server: accountOrigin(),
    fetch: fetchFirstReplies(),
  })
  const messages = await loadMessages(lang)
  const notices = createNotices(messages.settings)
  createRoot(place).render(
    <StrictMode>
      <ErrorBoundary
        fallback={(retry) => <StatePanel messages={messages.settings.crashed} onRetry={retry} />}
      >
        <Dashboard client={client} lang={lang} messages={messages} notices={notices} />
      </ErrorBoundary>
    </StrictMode>,
  )
  place.parentElement?.append(notices.place)
}
