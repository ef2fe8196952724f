import type { Account } from '../store/account-repository.ts'

/** Returns all that a client may learn of a person; each scope gives a part of it. */
export function claimsOf(account: Account, avatarUrl: string): Record<string, unknown> {
  const { email, locale, mobile, name, username } = account
  return {
    name,
    ...(avatarUrl !== '' && { picture: avatarUrl }),
    ...(username !== null && { preferred_username: username }),
    ...(locale !== '' && { locale }),
    // Addresses of an account are proved; others are kept apart from them.
    ...(email !== null && { email, email_verified: true }),
    ...(mobile !== null && { phone_number: mobile, phone_number_verified: true }),
  }
}
