import { accountOrigin } from '../../lib/account-origin.ts'
import { loadAccount } from '../../messages/load-account.ts'
import { mountIsland } from '../shared/mount-island.ts'
import { createNotices } from '../shared/notices.ts'
import { createAccount } from './app.ts'

await mountIsland('#account-setting', async (place, lang) => {
  const [{ account }] = await Promise.all([
    loadAccount[lang](),
    // Loaded from the account server, as on pages of other sites.
    import(/* @vite-ignore */ `${accountOrigin()}/passport-account.js`),
  ])
  const messages = account.settings
  // The element signs in itself; a second form would start with it.
  document.querySelector('.known-out')?.remove()
  const notices = createNotices(messages)
  const element = createAccount(lang, messages, notices)
  const bones = place.querySelector('[data-first]')
  // What stands in for the page stays until there is something of it.
  new MutationObserver((_, watch) => {
    watch.disconnect()
    bones?.remove()
  }).observe(element, { childList: true })
  place.append(element, notices.place)
})
