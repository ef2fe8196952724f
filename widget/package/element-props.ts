import type {
  PassportAccountAttributes,
  PassportAccountHandlers,
  PassportAccountProperties,
  PassportLoginAttributes,
  PassportLoginHandlers,
  PassportLoginProperties,
} from '../src/base/public.ts'

/** Own props in place of those that a framework knows of any element. */
type Instead<Own, Usual> = Own & Omit<Usual, keyof Own>

/** Props of `<passport-login>` in markup. */
export type LoginProps<Usual> = Instead<
  PassportLoginAttributes & PassportLoginProperties & PassportLoginHandlers,
  Usual
>

/** Props of `<passport-account>` in markup. */
export type AccountProps<Usual> = Instead<
  PassportAccountAttributes & PassportAccountProperties & PassportAccountHandlers,
  Usual
>
