import type { HTMLAttributes } from 'svelte/elements'
import type { PassportAccountElement, PassportLoginElement } from '../src/base/public.ts'
import type { AccountProps, LoginProps } from './element-props.ts'

/** Props of `<passport-login>` in markup. */
export type PassportLoginProps = LoginProps<HTMLAttributes<PassportLoginElement>>

/** Props of `<passport-account>` in markup. */
export type PassportAccountProps = AccountProps<HTMLAttributes<PassportAccountElement>>

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'passport-login': PassportLoginProps
    'passport-account': PassportAccountProps
  }
}
