import type { Language } from '#protocol/common-params.ts'
import { errorTexts as en } from '#protocol/error-texts/en.ts'
import { errorTexts as ja } from '#protocol/error-texts/ja.ts'
import { errorTexts as zh } from '#protocol/error-texts/zh.ts'
import type { ErrorName } from '#protocol/errors.ts'

const byLanguage: Record<Language, Record<ErrorName, string>> = { en, ja, zh }

/** What people read when a call is refused. */
export function errorText(name: ErrorName, language: Language): string {
  return byLanguage[language][name]
}
