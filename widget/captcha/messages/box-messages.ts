// Lines of English are repeated for each language by npm run make.
import type { Language } from '#protocol/languages.ts'
import type { BoxMessages } from './messages.ts'
import { box as en } from './en/box.ts'
import { box as ja } from './ja/box.ts'
import { box as zh } from './zh/box.ts'

/** Messages of the box in every language; its script is one file. */
export const boxMessages: Record<Language, BoxMessages> = {
  en,
  ja,
  zh,
}
