import type { Language } from '#protocol/common-params.ts'
import { errorMessages as en } from '#protocol/messages/en/errors.ts'
import { errorMessages as ja } from '#protocol/messages/ja/errors.ts'
import { errorMessages as zh } from '#protocol/messages/zh/errors.ts'
import type { ErrorName } from '#protocol/errors.ts'
import { MIN_PASSWORD_LENGTH } from '#protocol/fields.ts'

const byLanguage: Record<Language, Record<ErrorName, string>> = { en, ja, zh }

/** What people read when a call is refused; `data` is what the refusal tells besides. */
export function errorText(
  name: ErrorName,
  language: Language,
  { min_length: least }: Readonly<Record<string, unknown>> = {},
): string {
  const text = byLanguage[language][name]
  return typeof least === 'number' ? withMinimumLength(text, least) : text
}

const usualLeast = new RegExp(String.raw`\b${MIN_PASSWORD_LENGTH}\b`)

/** A sentence about new passwords, with the least length that the operator wants. */
export function withMinimumLength(text: string, least: number): string {
  return text.replace(usualLeast, String(least))
}
