import type { User } from '#protocol/objects.ts'
import type { Person } from '../client/calls/person.ts'
import type { PasskeyDraft } from '../client/calls/passkeys.ts'
import type { PassportError } from '../client/errors.ts'
import type { StartView } from './settings.ts'

type Each<Name extends string, More = object> = { [One in Name]: { name: One } & More }[Name]

/** The current screen. */
export type View =
  | Each<Exclude<StartView, RejectionScreen>>
  | Each<StartView & RejectionScreen, { rejection?: Rejection; user?: User }>
  | Each<Exclude<RejectionScreen, StartView>, { rejection: Rejection }>
  | Each<'session', { user: User; person: Person; hadFocus: boolean }>
  | Each<'no-session'>
  /** What must be known about the person's addresses before signing in is done. */
  | Each<'addresses'>
  /** What a first passkey is made with, offered before the sign-in leads on. */
  | Each<'passkey-offer', { user: User; draft: PasskeyDraft }>
  | { name: 'done'; person: Person; result?: SignInResult }
  | { name: 'moved'; destination: string }

/** Result reached together with a sign-in. */
export type SignInResult = 'password-set' | 'kept'

/** Screens that explain a rejection; a page may open some itself. */
export type RejectionScreen =
  | 'blocked'
  | 'keep-account'
  | 'identity'
  | 'third-party'
  | 'move'
  | 'failed'

/** The rejection that such a screen explains. */
export type Rejection = Pick<PassportError, 'code' | 'message' | 'data' | 'logId'> & {
  name: string
}
