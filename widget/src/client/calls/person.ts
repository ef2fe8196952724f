import type { User } from '#protocol/objects.ts'

/** What screens show of who is signed in. */
export type Person = ReturnType<typeof toPerson>

export function toPerson(user: User) {
  return {
    shownName: user.screen_name || user.name || user.email || user.mobile,
    pictureUrl: user.avatar_url,
    email: user.email,
    /** Whether the address waits for a proof. */
    isEmailOpen: user.email !== '' && !user.email_collected,
  }
}

/** Where a sign-in leads: the organization that the session acts for, and the server's destination. */
export function toEntry(user: User) {
  return { organizationId: user.login_subject_uid ?? '', next: user.redirect_url }
}
