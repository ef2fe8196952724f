import type { invitation } from './en/invitation.ts'

/** Messages of answering an invitation; the English ones give the shape. */
export type InvitationMessages = typeof invitation
