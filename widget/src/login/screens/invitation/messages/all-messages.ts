// Lines of English are repeated for each language by npm run make.
import type { Language } from '#protocol/languages.ts'
import type { InvitationMessages } from './messages.ts'
import { invitation as en } from './en/invitation.ts'
import { invitation as ja } from './ja/invitation.ts'
import { invitation as zh } from './zh/invitation.ts'

/** Messages of answering an invitation in every language at once, for the gallery. */
export const allInvitationMessages: Record<Language, InvitationMessages> = {
  en,
  ja,
  zh,
}
