// Lines of English are repeated for each language by npm run make.
import type { Language } from '#protocol/languages.ts'
import type { PasskeyMessages } from './messages.ts'

/** Loads the messages of one language; they are needed once a passkey is asked for. */
export const loadPasskeyMessages: Record<Language, () => Promise<{ passkey: PasskeyMessages }>> = {
  en: () => import('./en/passkey.ts'),
  ja: () => import('./ja/passkey.ts'),
  zh: () => import('./zh/passkey.ts'),
}
