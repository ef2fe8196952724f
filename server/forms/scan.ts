import type { ErrorName } from '#protocol/errors.ts'
import { PassportError } from '../lib/passport-error.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { FormAnswer, FormContext } from './form.ts'
import { signInAddress } from './session.ts'

/**
 * Returns whether a person came by themselves, or back from signing in here. A link on another page may
 * lead to a code too, and scanning it would tell the page's owner who followed it.
 */
export function hasScanned({ header }: FormContext): boolean {
  const site = header('sec-fetch-site')
  const isPrefetch = header('sec-purpose') !== undefined
  return (site === 'none' || site === 'same-origin') && !isPrefetch
}

/** Returns where to sign in before a code is scanned at a path. */
export function signInToScan(
  context: FormContext,
  path: string,
  token: string,
  isAnew = false,
): string {
  return signInAddress(context, scanAddress(context, path, token), isAnew ? 'login' : undefined)
}

/** Returns the address of a page that a phone opened from a QR code. */
export function scanAddress({ app, language }: FormContext, path: string, token: string): string {
  return `${path}?${new URLSearchParams({ aid: String(app.aid), language, token }).toString()}`
}

/** Answers that a code cannot be used. @throws errors that say something else */
export function refuseCode({ language }: FormContext, error: unknown): FormAnswer {
  if (!(error instanceof PassportError)) throw error
  const { unusable, unusableText } = pageMessages[language].qr
  const texts: Partial<Record<ErrorName, string>> = unusableText
  const notice = texts[error.error]
  if (notice === undefined) throw error
  return { page: { title: unusable, outcome: 'bad', notice }, error: error.error }
}
