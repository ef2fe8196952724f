import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { accountOrigin } from '../../lib/account-origin.ts'
import { loadAccount } from '../../messages/load-account.ts'
import { Guarded } from '../shared/guarded.tsx'
import { mountIsland } from '../shared/mount-island.ts'
import { Toaster } from '../shared/toaster.tsx'
import { AccountSetting } from './app.tsx'

await mountIsland('#account-setting', async (place, lang) => {
  const [{ account }] = await Promise.all([
    loadAccount[lang](),
    // Loaded from the account server, as on pages of other sites.
    import(/* @vite-ignore */ `${accountOrigin()}/passport-account.js`),
  ])
  const messages = account.settings
  // The element signs in itself; a second form would start with it.
  document.querySelector('.known-out')?.remove()
  createRoot(place).render(
    <StrictMode>
      <Guarded messages={messages.crashed}>
        <AccountSetting lang={lang} messages={messages} />
        <Toaster messages={messages} />
      </Guarded>
    </StrictMode>,
  )
})
