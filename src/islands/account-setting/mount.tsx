import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { openAccount } from '../../../widget/src/account.tsx'
import { accountOrigin } from '../../lib/account-origin.ts'
import { prefixOf } from '../../lib/languages.ts'
import { site } from '../../site.ts'
import { AccountSetting } from './app.tsx'
import { AccountPageProvider } from './context.ts'
import { createEventsStore } from './events-store.ts'
import { createFailureNotice } from './failure-notice.ts'
import { describeFailure } from './problem.ts'
import { createOrganizationsStore } from './organizations-store.ts'
import { createClientsStore } from './clients-store.ts'
import { createSessionsStore } from './sessions-store.ts'
import { fetchFirstReplies } from '../shared/first-replies.ts'
import { Guarded } from '../shared/guarded.tsx'
import { mountIsland } from '../shared/mount-island.ts'
import { Toaster } from './toaster.tsx'
import { loadMessages } from './messages.ts'

const EVENTS_AT_ONCE = 6

await mountIsland('#account-setting', async (place, lang) => {
  const failed = createFailureNotice()
  const [{ instance, account }, messages] = await Promise.all([
    openAccount({
      aid: site.aid,
      language: lang,
      server: accountOrigin(),
      pages: prefixOf(lang),
      place,
      fetch: fetchFirstReplies(),
      onChanged() {
        failed.clear()
        // Each change is a security event, and many end other sessions.
        Promise.all([sessions.load(), events.load()]).catch(reportError)
      },
      onFailure(failure) {
        const text = describeFailure(failure, messages)
        if (text) failed.show(text)
      },
    }),
    loadMessages(lang),
  ])
  const sessions = createSessionsStore(instance)
  const clients = createClientsStore(instance)
  const events = createEventsStore(instance, account, EVENTS_AT_ONCE)
  const organizations = createOrganizationsStore(instance, account)
  const loading = account.load()
  createRoot(place).render(
    <StrictMode>
      <AccountPageProvider
        value={{
          instance,
          account,
          sessions,
          clients,
          events,
          organizations,
          failed,
          lang,
          messages,
        }}
      >
        <Guarded messages={messages.crashed}>
          <AccountSetting />
          <Toaster messages={messages} />
        </Guarded>
      </AccountPageProvider>
    </StrictMode>,
  )
  await loading
})
