// Screens that entries load on demand; similar screens share a chunk.
import type { ScreenLoaders } from './ui/lazy-screens.ts'

const withNewPassword = () => import('./login/screens/with-new-password.tsx')
const stopped = () => import('./login/screens/stopped.tsx')

/** Loader of each screen of `<passport-login>`. */
export const screens: ScreenLoaders = {
  'sign-up': async () => (await withNewPassword()).SignUp,
  'reset-password': async () => (await withNewPassword()).ResetPassword,
  blocked: async () => (await stopped()).Blocked,
  'keep-account': async () => (await stopped()).CancelDeletion,
  move: async () => (await stopped()).Move,
  moved: async () => (await stopped()).Moved,
  failed: async () => (await stopped()).Failed,
  identity: async () => (await import('./login/screens/identity/screen.tsx')).Identity,
  'third-party': async () => (await import('./login/screens/third-party/screen.tsx')).ThirdParty,
  qr: async () => (await import('./login/screens/qr/lazy-parts.ts')).Qr,
  addresses: async () => (await import('./account/screens/bind/addresses-step.tsx')).AddressesStep,
  invitation: async () => (await import('./login/screens/invitation/screen.tsx')).Invitation,
  authorize: async () => (await import('./login/screens/authorize/screen.tsx')).Authorize,
  hosted: async () => (await import('./login/screens/hosted-sign-in/screen.tsx')).Hosted,
  session: async () => (await import('./login/screens/session/screen.tsx')).Session,
  'passkey-offer': async () => (await import('./login/screens/passkey/offer.tsx')).PasskeyOffer,
  'no-session': async () => (await import('./login/screens/session/no-session.tsx')).NoSession,
}
