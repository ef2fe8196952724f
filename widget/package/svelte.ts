import type { HTMLAttributes } from 'svelte/elements'
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

/** Props of `<passport-account>` in markup. */
export type PassportAccountProps = OwnOfAccount &
  Omit<HTMLAttributes<PassportAccountElement>, keyof OwnOfAccount>

/** Props of `<passport-login>` in markup. */
export type PassportLoginProps = Own & Omit<HTMLAttributes<PassportLoginElement>, keyof Own>

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'passport-login': PassportLoginProps
    'passport-account': PassportAccountProps
  }
}
