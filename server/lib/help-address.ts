import type { ErrorName } from '#protocol/errors.ts'
import type { Language } from '#protocol/languages.ts'
import type { Config } from '../config/config.ts'
import { pagePath } from './page-path.ts'

const finalErrors: ReadonlySet<ErrorName> = new Set([
  'account_banned',
  'account_limited',
  'device_banned',
  'frozen',
])

/**
 * Returns where to ask about a refusal that trying again does not change: empty where the operator has named
 * nothing, undefined for other errors.
 */
export function helpAddress(
  { APPEAL_URL }: Pick<Config, 'APPEAL_URL'>,
  error: ErrorName,
  language: Language,
): string | undefined {
  if (!finalErrors.has(error)) return undefined
  return error === 'account_banned' ? pagePath('/banned', language) : APPEAL_URL
}
