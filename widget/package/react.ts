import type { ClassAttributes, HTMLAttributes } from 'react'
import type {
  PassportLoginAttributes,
  PassportLoginElement,
  PassportLoginHandlers,
  PassportLoginProperties,
} from '../src/base/public.ts'

type Own = PassportLoginAttributes & PassportLoginProperties & PassportLoginHandlers

type Usual = HTMLAttributes<PassportLoginElement> & ClassAttributes<PassportLoginElement>

/** Props of `<passport-login>` in JSX. */
export type PassportLoginProps = Own & Omit<Usual, keyof Own>

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- that is how React's types are widened
  namespace JSX {
    interface IntrinsicElements {
      'passport-login': PassportLoginProps
    }
  }
}
