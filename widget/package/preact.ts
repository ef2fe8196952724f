import type { HTMLAttributes } from 'preact'
import type { PassportAccountElement, PassportLoginElement } from '../src/base/public.ts'
import type { AccountProps, LoginProps } from './element-props.ts'

/** Props of `<passport-login>` in JSX. */
export type PassportLoginProps = LoginProps<HTMLAttributes<PassportLoginElement>>

/** Props of `<passport-account>` in JSX. */
export type PassportAccountProps = AccountProps<HTMLAttributes<PassportAccountElement>>

declare module 'preact' {
  // oxlint-disable-next-line typescript/no-namespace -- that is how Preact's types are widened
  namespace JSX {
    interface IntrinsicElements {
      'passport-login': PassportLoginProps
      'passport-account': PassportAccountProps
    }
  }
}
