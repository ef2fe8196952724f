import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from '../../../widget/src/client/index.ts'
import { accountOrigin } from '../../lib/account-origin.ts'
import { site } from '../../site.ts'
import { pageLanguage } from '../../scripts/page-language.ts'
import { fetchFirstReplies } from '../shared/first-replies.ts'
import { Guarded } from '../shared/guarded.tsx'
import { createNotices } from '../shared/notices.ts'
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
      <Guarded messages={messages.settings.crashed}>
        <Dashboard client={client} lang={lang} messages={messages} notices={notices} />
      </Guarded>
    </StrictMode>,
  )
  place.parentElement?.append(notices.place)
}
