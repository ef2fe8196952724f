// Loader of the console, separate so that a sign-in loads none of it.
import { defineEnterprise } from './enterprise.tsx'

defineEnterprise({
  server: new URL(import.meta.url).origin,
  // Public half of the root key that signs sealing keys; the server fills it in.
  sealRoot: '__PASSPORT_SEAL_ROOT__',
})
