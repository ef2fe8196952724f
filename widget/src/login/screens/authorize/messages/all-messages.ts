// Lines of English are repeated for each language by npm run make.
import type { Language } from '#protocol/languages.ts'
import type { AuthorizeMessages } from './messages.ts'
import { authorize as en } from './en/authorize.ts'
import { authorize as ja } from './ja/authorize.ts'
import { authorize as zh } from './zh/authorize.ts'

/** Messages of answering an application in every language at once, for the gallery. */
export const allAuthorizeMessages: Record<Language, AuthorizeMessages> = {
  en,
  ja,
  zh,
}
