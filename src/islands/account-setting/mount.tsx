import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { openAccount } from '../../../widget/src/account.tsx'
import { accountOrigin } from '../../lib/account-origin.ts'
import { site } from '../../site.ts'
import { AccountSetting } from './app.tsx'
import { AccountPageProvider } from './context.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { createEventsStore } from './events-store.ts'
import { createSessionsStore } from './sessions-store.ts'
import { StatePanel } from './state-panel.tsx'
import { Toaster } from './toaster.tsx'
import { loadWords } from './words.ts'

const EVENTS_AT_ONCE = 6

// A plain module instead of an Astro island: its inline script would need a hash in the policy.
const container = document.querySelector<HTMLElement>('#account-setting')
if (container) await mount(container)

async function mount(target: HTMLElement): Promise<void> {
  const lang = target.dataset['lang'] === 'ja' ? 'ja' : 'en'
  const [{ instance, account }, words] = await Promise.all([
    openAccount({
      aid: site.aid,
      language: lang,
      server: accountOrigin(),
      pages: lang === 'en' ? '' : `/${lang}`,
      place: target,
      onChanged() {
        // Each change is an event, and many end other sessions.
        Promise.all([sessions.load(), events.load()]).catch(reportError)
      },
    }),
    loadWords(lang),
  ])
  const sessions = createSessionsStore(instance)
  const events = createEventsStore(instance, EVENTS_AT_ONCE)
  const loading = account.load()
  const crashed = (
    <StatePanel words={words.crashed}>
      <button className="button" onClick={() => location.reload()}>
        {words.crashed.button}
      </button>
    </StatePanel>
  )
  createRoot(target).render(
    <StrictMode>
      <AccountPageProvider value={{ instance, account, sessions, events, lang, words }}>
        <ErrorBoundary fallback={crashed}>
          <AccountSetting />
        </ErrorBoundary>
        <Toaster words={words} />
      </AccountPageProvider>
    </StrictMode>,
  )
  await loading
}
