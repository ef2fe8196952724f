// Lines of English are repeated for each language by npm run make.
import type { Language } from '#protocol/languages.ts'
import type { InvitationMessages } from './messages.ts'

/** Loads the messages of one language; who signs in never needs them. */
export const loadInvitationMessages: Record<
  Language,
  () => Promise<{ invitation: InvitationMessages }>
> = {
  en: () => import('./en/invitation.ts'),
  ja: () => import('./ja/invitation.ts'),
  zh: () => import('./zh/invitation.ts'),
}
