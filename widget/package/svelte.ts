import type { HTMLAttributes } from 'svelte/elements'
import type {
  PassportLoginAttributes,
  PassportLoginElement,
  PassportLoginHandlers,
  PassportLoginProperties,
} from '../src/base/public.ts'

type Own = PassportLoginAttributes & PassportLoginProperties & PassportLoginHandlers

/** Props of `<passport-login>` in markup. */
export type PassportLoginProps = Own & Omit<HTMLAttributes<PassportLoginElement>, keyof Own>

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'passport-login': PassportLoginProps
  }
}
