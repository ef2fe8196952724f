import type { ReactNode } from 'react'
import type { LazyName, LazyProps } from '../../ui/screen-props.ts'
import type { View } from '../../base/views.ts'

type LazyScreen<Name extends LazyName> = (props: LazyProps<Name>) => ReactNode

/** Loader of each screen; similar screens share a chunk. */
const loads: { [Name in LazyName]: () => Promise<LazyScreen<Name>> } = {
  'sign-up': async () => (await import('./with-new-password.tsx')).SignUp,
  'reset-password': async () => (await import('./with-new-password.tsx')).ResetPassword,
  blocked: async () => (await import('./stopped.tsx')).Blocked,
  'keep-account': async () => (await import('./stopped.tsx')).CancelDeletion,
  move: async () => (await import('./stopped.tsx')).Move,
  moved: async () => (await import('./stopped.tsx')).Moved,
  failed: async () => (await import('./stopped.tsx')).Failed,
  identity: async () => (await import('./identity/screen.tsx')).Identity,
  'third-party': async () => (await import('./third-party/screen.tsx')).ThirdParty,
  qr: async () => (await import('./later.ts')).Qr,
  bind: async () => (await import('../../account/screens/bind/screen.tsx')).Bind,
  'set-password': async () =>
    (await import('../../account/screens/account-password/screen.tsx')).AccountPassword,
  'change-password': async () =>
    (await import('../../account/screens/account-password/screen.tsx')).AccountPassword,
  'close-account': async () =>
    (await import('../../account/screens/account-deletion/screen.tsx')).AccountDeletion,
  profile: async () => (await import('../../account/screens/profile/screen.tsx')).Profile,
  invitation: async () => (await import('./invitation/screen.tsx')).Invitation,
  authorize: async () => (await import('./authorize/screen.tsx')).Authorize,
  hosted: async () => (await import('./hosted-sign-in/screen.tsx')).Hosted,
  session: async () => (await import('./session/screen.tsx')).Session,
  'no-session': async () => (await import('./session/no-session.tsx')).NoSession,
}

const ready = new Map<string, unknown>()

/** Registers a screen without loading, for server rendering. */
export function provideScreen<Name extends LazyName>(name: Name, screen: LazyScreen<Name>): void {
  ready.set(name, screen)
}

/** Returns the screen of a view if it is loaded. */
export function readyScreen(name: LazyName): LazyScreen<LazyName> | undefined {
  // Each screen is stored under the name of its view.
  return ready.get(name) as LazyScreen<LazyName> | undefined
}

/** Loads the screen of a view. */
export async function loadScreen(name: View['name']): Promise<void> {
  if (name !== 'login' && name !== 'done' && !ready.has(name)) {
    ready.set(name, await loads[name]())
  }
}
