import { isSignInMethod, signInMethods } from '#protocol/sign-in-methods.ts'
import type { Session } from '../store/schema/accounts.ts'

/** Returns how a person proved themself, for `amr` (RFC 8176); methods of a newer version are left out. */
export function amrOf({
  method,
  secondMethod,
}: Pick<Session, 'method' | 'secondMethod'>): string[] {
  const values = [method, secondMethod].flatMap((name) =>
    isSignInMethod(name) ? signInMethods[name].amr : [],
  )
  return [...new Set(values)]
}
