// Entry point of the console; apart from the element, so that signing in does not load it.
import { defineEnterprise } from './enterprise/element.tsx'
import { screens } from './screens.ts'
import { registerScreens } from './ui/lazy-screens.ts'

registerScreens(screens)
defineEnterprise({
  server: new URL(import.meta.url).origin,
  // Public half of the root key that signs sealing keys; the server fills it in.
  sealRoot: '__PASSPORT_SEAL_ROOT__',
})
