import type { Account } from '../store/account-repository.ts'

/** The organization that a person lets a client in for. */
export interface PlaceInOrganization {
  /** The organization's id, as the site knows it. */
  organizationId: string
  organizationName: string
  /** Name of the person in it. */
  name: string
  /** Keys of roles. */
  roles: readonly string[]
}

/** Who a client learns of. */
export interface Person {
  account: Account
  /** Undefined for who answered as oneself. */
  place: PlaceInOrganization | undefined
}

/** Returns all that a client may learn of a person; each scope gives a part of it. */
export function claimsOf({ account, place }: Person, avatarUrl: string): Record<string, unknown> {
  const { email, locale, mobile, name, username } = account
  return {
    name: place?.name || name,
    ...(avatarUrl !== '' && { picture: avatarUrl }),
    ...(username !== null && { preferred_username: username }),
    ...(locale !== '' && { locale }),
    ...(place !== undefined && {
      subject: { sec_subject_uid: place.organizationId, subject_name: place.organizationName },
      identity_name: place.name,
      roles: place.roles,
    }),
    // Addresses of an account are proved; others are kept apart from them.
    ...(email !== null && { email, email_verified: true }),
    ...(mobile !== null && { phone_number: mobile, phone_number_verified: true }),
  }
}
