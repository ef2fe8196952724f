// The script of the console: of its own, so that a sign-in brings nothing of it.
import { defineEnterprise } from './enterprise.tsx'

defineEnterprise({
  server: new URL(import.meta.url).origin,
  // Public half of the root key that signs sealing keys; the server writes it in when serving.
  sealRoot: '__PASSPORT_SEAL_ROOT__',
})
