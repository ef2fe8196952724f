import type { ClassAttributes, HTMLAttributes } from 'react'
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

type Usual<Element> = HTMLAttributes<Element> & ClassAttributes<Element>

/** Props of `<passport-login>` in JSX. */
export type PassportLoginProps = Own & Omit<Usual<PassportLoginElement>, keyof Own>

/** Props of `<passport-account>` in JSX. */
export type PassportAccountProps = OwnOfAccount &
  Omit<Usual<PassportAccountElement>, keyof OwnOfAccount>

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- that is how React's types are widened
  namespace JSX {
    interface IntrinsicElements {
      'passport-login': PassportLoginProps
      'passport-account': PassportAccountProps
    }
  }
}
