import type { Language } from '#protocol/common-params.ts'
import type { ErrorName } from '#protocol/errors.ts'
import { MIN_PASSWORD_LENGTH } from '#protocol/fields.ts'
import { errorMessages } from '#protocol/messages/all-errors.ts'
import { serverMessages } from '../messages/all-messages.ts'

/** Returns the message of an error for people; `data` are the data fields of the error. */
export function errorText(
  name: ErrorName,
  language: Language,
  {
    min_length: minimum,
    not_sent: isNotSent,
    recovered: isRecovered,
    rule,
  }: Readonly<Record<string, unknown>> = {},
): string {
  if (isNotSent === 1) return serverMessages[language].codeLimit
  if (isRecovered === 1) return serverMessages[language].recoveredLately
  if (rule === 'breached') return serverMessages[language].breachedPassword
  if (rule === 'invite_domains_only' || rule === 'programs') {
    return serverMessages[language].ruleRefusals[rule]
  }
  const text = errorMessages[language][name]
  return typeof minimum === 'number' ? withMinimumLength(text, minimum) : text
}

const defaultMinimum = new RegExp(String.raw`\b${MIN_PASSWORD_LENGTH}\b`)

/** Puts the operator's minimum length of passwords into a message that names the default one. */
export function withMinimumLength(text: string, minimum: number): string {
  return text.replace(defaultMinimum, String(minimum))
}
