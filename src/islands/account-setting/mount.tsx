import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from '../../../widget/src/client/index.ts'
import { site } from '../../site.ts'
import { createAccountStore } from './account-store.ts'
import { AccountSetting } from './app.tsx'
import { AccountPageProvider } from './context.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { StatePanel } from './state-panel.tsx'
import { Toaster } from './toaster.tsx'
import { loadWords } from './words.ts'

// A plain module instead of an Astro island: its inline script would need a hash in the policy.
const container = document.querySelector<HTMLElement>('#account-setting')
if (container) await mount(container)

async function mount(target: HTMLElement): Promise<void> {
  const lang = target.dataset['lang'] === 'ja' ? 'ja' : 'en'
  const client = createClient({ aid: site.aid, language: lang })
  const store = createAccountStore(client)
  const loading = store.load()
  const words = await loadWords(lang)
  const crashed = (
    <StatePanel words={words.crashed}>
      <button className="button" onClick={() => location.reload()}>
        {words.crashed.button}
      </button>
    </StatePanel>
  )
  createRoot(target).render(
    <StrictMode>
      <AccountPageProvider value={{ client, store, lang, words }}>
        <ErrorBoundary fallback={crashed}>
          <AccountSetting />
        </ErrorBoundary>
        <Toaster words={words} />
      </AccountPageProvider>
    </StrictMode>,
  )
  await loading
}
