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
  const home = document.createElement('div')
  place.append(home)
  keepBones(place, home)
  createRoot(home).render(
    <StrictMode>
      <Guarded messages={messages.crashed}>
        <AccountSetting lang={lang} messages={messages} />
        <Toaster messages={messages} />
      </Guarded>
    </StrictMode>,
  )
})

/** Keeps what stands in for the page until there is something of it. */
function keepBones(place: HTMLElement, home: HTMLElement): void {
  const bones = place.querySelector('[data-first]')
  const watch = new MutationObserver(() => {
    if (home.querySelector('passport-account > *, .state-panel') === null) return
    watch.disconnect()
    bones?.remove()
  })
  watch.observe(home, { childList: true, subtree: true })
}
