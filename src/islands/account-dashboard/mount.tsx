import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from '../../../widget/src/client/index.ts'
import { accountOrigin } from '../../lib/account-origin.ts'
import { showBroken, showIsland } from '../../scripts/late-island.ts'
import { site } from '../../site.ts'
import { Guarded } from '../shared/guarded.tsx'
import { Toaster } from '../account-setting/toaster.tsx'
import { Dashboard } from './app.tsx'
import { loadWords } from './words.ts'

// A plain module instead of an Astro island: its inline script would need a hash in the policy.
const container = document.querySelector<HTMLElement>('#account-dashboard')
if (container) {
  try {
    await mount(container)
    showIsland(container)
  } catch (error) {
    showBroken(container)
    reportError(error)
  }
}

async function mount(target: HTMLElement): Promise<void> {
  const lang = target.dataset['lang'] === 'ja' ? 'ja' : 'en'
  const client = createClient({ aid: site.aid, language: lang, server: accountOrigin() })
  const words = await loadWords(lang)
  createRoot(target).render(
    <StrictMode>
      <Guarded words={words.settings.crashed}>
        <Dashboard client={client} lang={lang} words={words} />
      </Guarded>
      <Toaster words={words.settings} />
    </StrictMode>,
  )
}
