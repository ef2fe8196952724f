import { toLanguage } from '#protocol/common-params.ts'
import type { Language } from '#protocol/common-params.ts'
import { en } from './en.ts'
import type { Messages } from './en.ts'
import { ja } from './ja.ts'
import { zh } from './zh.ts'

const all: Readonly<Record<Language, Messages>> = { en, ja, zh }

/** Words in the language of a tag, English where we do not speak it; a page may replace some. */
export function messagesFor(tag: string, replaced: Partial<Messages> = {}): Messages {
  return { ...all[toLanguage(tag)], ...replaced }
}
