import type { ReactNode } from 'react'
import type { Instance, View } from '../instance.ts'

/** Screens that are not the first one: their code comes when one of them is wanted. */
export type LazyName = Exclude<View['name'], 'login' | 'done'>

/** What a lazy screen gets; it makes its own flow. */
export interface LazyProps<Name extends LazyName> {
  instance: Instance
  view: Extract<View, { name: Name }>
  /** Shown in place of another screen, so that focus has to follow. */
  isReplacing: boolean
}

type LazyScreen<Name extends LazyName> = (props: LazyProps<Name>) => ReactNode

/** How each is loaded; screens that share much share a file. */
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
  bind: async () => (await import('./bind/screen.tsx')).Bind,
  'set-password': async () => (await import('./account-password/screen.tsx')).AccountPassword,
  'change-password': async () => (await import('./account-password/screen.tsx')).AccountPassword,
  'close-account': async () => (await import('./account-deletion/screen.tsx')).AccountDeletion,
  profile: async () => (await import('./profile/screen.tsx')).Profile,
  invitation: async () => (await import('./invitation/screen.tsx')).Invitation,
  hosted: async () => (await import('./hosted-sign-in/screen.tsx')).Hosted,
  session: async () => (await import('./session/screen.tsx')).Session,
  'no-session': async () => (await import('./session/no-session.tsx')).NoSession,
}

const ready = new Map<string, unknown>()

/** Has a screen at hand that is there already, such as where markup is made. */
export function provideScreen<Name extends LazyName>(name: Name, screen: LazyScreen<Name>): void {
  ready.set(name, screen)
}

/** The screen of a view, if its code is here. */
export function readyScreen(name: LazyName): LazyScreen<LazyName> | undefined {
  // Each was put there under the name of the views it takes.
  return ready.get(name) as LazyScreen<LazyName> | undefined
}

/** Gets the code of a view's screen. */
export async function loadScreen(name: View['name']): Promise<void> {
  if (name !== 'login' && name !== 'done' && !ready.has(name)) {
    ready.set(name, await loads[name]())
  }
}
