import type { HTMLAttributes } from 'preact'
import type {
  PassportLoginAttributes,
  PassportLoginElement,
  PassportLoginHandlers,
  PassportLoginProperties,
} from '../src/base/public.ts'

type Own = PassportLoginAttributes & PassportLoginProperties & PassportLoginHandlers

/** Props of `<passport-login>` in JSX. */
export type PassportLoginProps = Own & Omit<HTMLAttributes<PassportLoginElement>, keyof Own>

declare module 'preact' {
  // oxlint-disable-next-line typescript/no-namespace -- that is how Preact's types are widened
  namespace JSX {
    interface IntrinsicElements {
      'passport-login': PassportLoginProps
    }
  }
}
