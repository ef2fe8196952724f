import type { HTMLAttributes } from 'preact'
import type {
  PassportAccountAttributes,
  PassportAccountElement,
  PassportAccountHandlers,
  PassportAccountProperties,
  PassportLoginAttributes,
  PassportLoginElement,
  PassportLoginHandlers,
  PassportLoginProperties,
} from '../src/base/public.ts'

type Own = PassportLoginAttributes & PassportLoginProperties & PassportLoginHandlers

type OwnOfAccount = PassportAccountAttributes & PassportAccountProperties & PassportAccountHandlers

/** Props of `<passport-account>` in JSX. */
export type PassportAccountProps = OwnOfAccount &
  Omit<HTMLAttributes<PassportAccountElement>, keyof OwnOfAccount>

/** Props of `<passport-login>` in JSX. */
export type PassportLoginProps = Own & Omit<HTMLAttributes<PassportLoginElement>, keyof Own>

declare module 'preact' {
  // oxlint-disable-next-line typescript/no-namespace -- that is how Preact's types are widened
  namespace JSX {
    interface IntrinsicElements {
      'passport-login': PassportLoginProps
      'passport-account': PassportAccountProps
    }
  }
}
