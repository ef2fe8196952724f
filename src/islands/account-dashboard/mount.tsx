import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from '../../../widget/src/client/index.ts'
import { accountOrigin } from '../../lib/account-origin.ts'
import { site } from '../../site.ts'
import { ErrorBoundary } from '../account-setting/error-boundary.tsx'
import { StatePanel } from '../account-setting/state-panel.tsx'
import { Toaster } from '../account-setting/toaster.tsx'
import { Dashboard } from './app.tsx'
import { loadWords } from './words.ts'

// A plain module instead of an Astro island: its inline script would need a hash in the policy.
const container = document.querySelector<HTMLElement>('#account-dashboard')
if (container) await mount(container)

async function mount(target: HTMLElement): Promise<void> {
  const lang = target.dataset['lang'] === 'ja' ? 'ja' : 'en'
  const client = createClient({ aid: site.aid, language: lang, server: accountOrigin() })
  const words = await loadWords(lang)
  const { crashed } = words.settings
  createRoot(target).render(
    <StrictMode>
      <ErrorBoundary
        fallback={
          <StatePanel words={crashed}>
            <button className="button" onClick={() => location.reload()}>
              {crashed.button}
            </button>
          </StatePanel>
        }
      >
        <Dashboard client={client} lang={lang} words={words} />
      </ErrorBoundary>
      <Toaster words={words.settings} />
    </StrictMode>,
  )
}
