import type { Account } from '../store/schema/accounts.ts'

/** Facts that a client may get about the chosen membership. */
export interface MembershipFacts {
  /** `sec_subject_uid` for the site. */
  organizationId: string
  organizationName: string
  /** Name of the person in the organization. */
  name: string
  /** Keys of roles. */
  roles: readonly string[]
}

export interface Person {
  account: Pick<Account, 'name' | 'username' | 'email' | 'mobile' | 'locale' | 'avatarKey'>
  /** Undefined if the person answered as themself. */
  membership: MembershipFacts | undefined
}

/** Returns the claims of all scopes; the engine picks those that were granted. */
export function claimsOf(
  { account, membership }: Person,
  avatarUrl: string,
): Record<string, unknown> {
  const { email, locale, mobile, name, username } = account
  return {
    name: membership?.name || name,
    ...(avatarUrl !== '' && { picture: avatarUrl }),
    ...(username !== null && { preferred_username: username }),
    ...(locale !== '' && { locale }),
    ...(membership !== undefined && {
      subject: {
        sec_subject_uid: membership.organizationId,
        subject_name: membership.organizationName,
      },
      identity_name: membership.name,
      roles: membership.roles,
    }),
    // Accounts have proved addresses only; unverified ones are stored elsewhere.
    ...(email !== null && { email, email_verified: true }),
    ...(mobile !== null && { phone_number: mobile, phone_number_verified: true }),
  }
}
