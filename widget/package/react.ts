import type { ClassAttributes, HTMLAttributes } from 'react'
import type { PassportAccountElement, PassportLoginElement } from '../src/base/public.ts'
import type { AccountProps, LoginProps } from './element-props.ts'

type Usual<Element> = HTMLAttributes<Element> & ClassAttributes<Element>

/** Props of `<passport-login>` in JSX. */
export type PassportLoginProps = LoginProps<Usual<PassportLoginElement>>

/** Props of `<passport-account>` in JSX. */
export type PassportAccountProps = AccountProps<Usual<PassportAccountElement>>

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- that is how React's types are widened
  namespace JSX {
    interface IntrinsicElements {
      'passport-login': PassportLoginProps
      'passport-account': PassportAccountProps
    }
  }
}
