const kinds = new Set(['signed_in', 'signed_up', 'qr_confirmed'])
/** Calls that open another session for somebody who is signed in already. */
const FOLLOWING = /^(?:subject|member|admin|session_raise|form_identity|form_invitation|form_level)/

/** Returns whether a security event is a sign-in, and not only another session of whoever is signed in. */
export function isSignIn({ kind, by }: { kind: string; by: string }): boolean {
  return kinds.has(kind) && !(kind === 'signed_in' && FOLLOWING.test(by))
}
