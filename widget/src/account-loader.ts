// Entry point of the account; apart from the sign-in, which does without it.
import { defineAccount } from './account/element.tsx'
import { screens } from './screens.ts'
import { registerScreens } from './ui/lazy-screens.ts'

registerScreens(screens)
defineAccount({
  server: new URL(import.meta.url).origin,
  // Public half of the root key that signs sealing keys; the server fills it in.
  sealRoot: '__PASSPORT_SEAL_ROOT__',
})
