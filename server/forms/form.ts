import { pagePath, withNext } from '../lib/page-path.ts'
import type { Language } from '#protocol/common-params.ts'
import type { ErrorName } from '#protocol/errors.ts'
import type { FormEndpoint, FormPayload } from '#protocol/forms.ts'
import { spellDigits } from '#protocol/spelling.ts'
import { HOUR_MS } from '../lib/clock.ts'
import { errorText } from '../lib/error-text.ts'
import { helpAddress } from '../lib/help-address.ts'
import type { Context } from '../endpoints/handler.ts'
import { readCsrfTokens } from '../http/cookies.ts'
import { safeNextOf } from '../http/safe-next.ts'
import { PassportError } from '../lib/passport-error.ts'
import { pageMessages } from '../pages/messages/all-messages.ts'
import type { Button, Field, Form, Link, Page } from '../pages/page.ts'
import type { Recipient } from '../store/recipient.ts'

/** A form post besides its fields. */
export interface FormContext extends FormCall {
  /** Names of fields that came twice; the last value counted. */
  readonly repeated: readonly string[]
  /** Whom the page showed that posts; undefined for others. */
  readonly shownUser: string | undefined
}

type FormCall = Pick<
  Context,
  | 'services'
  | 'app'
  | 'caller'
  | 'operation'
  | 'language'
  | 'logId'
  | 'now'
  | 'sessionToken'
  | 'header'
  | 'setCookie'
  | 'bindCsrf'
  | 'progress'
  | 'signal'
>

/** Answer to a form post. */
export type FormAnswer =
  | { redirect: string }
  /** `error` is for the log; a page with a problem is one that refuses. */
  | { page: Page; error?: ErrorName }

/** Function that serves a form. */
export type FormHandler<E extends FormEndpoint> = (
  form: FormPayload<E>,
  context: FormContext,
) => Promise<FormAnswer>

/** Returns where a form leads: its `next` if it may be followed, else a page of the site. */
export function nextOf(context: FormContext, next: string | undefined, fallback: string): string {
  const { apps, config } = context.services
  if (next === undefined) return pagePath(fallback, context.language)
  return safeNextOf(config, next, (origin) => apps.allows(context.app, origin))
}

/** Returns the link to another sign-in page, which goes on to `next` as well. */
export function signInPageLink(
  context: FormContext,
  path: '/login' | '/sign-up' | '/reset-password',
  next: string | undefined,
): string {
  return withNext(pagePath(path, context.language), next && nextOf(context, next, '/'))
}

/** Returns the hidden fields that every form has, with more. */
export function hiddenFields(
  { app, header, language, progress, services }: FormContext,
  more: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return {
    aid: String(app.aid),
    language,
    csrf_token: readCsrfTokens(header('cookie'))[0],
    shown_user: progress.session && services.accounts.secIdOf(progress.session.accountId, app.aid),
    ...more,
  }
}

/** Returns a form of one button, with hidden fields besides those that every form has. */
export function buttonForm(
  context: FormContext,
  action: string,
  button: Button,
  fields: Readonly<Record<string, string | undefined>> = {},
): Form {
  return { action, hidden: hiddenFields(context, fields), buttons: [button] }
}

/** Returns what was typed as a code; empty where nothing was. */
export function typedCode(code: string | undefined): string {
  return spellDigits(code ?? '')
}

/** Returns the field that asks for a code. */
export function codeField(
  language: Language,
  options: Partial<Pick<Field, 'value' | 'error' | 'inputMode' | 'autocomplete'>> = {},
): Field {
  return {
    name: 'code',
    label: pageMessages[language].code,
    type: 'text',
    autocomplete: 'one-time-code',
    inputMode: 'numeric',
    isRequired: true,
    ...options,
  }
}

/** Returns the message of an error that refuses, with the time to wait, and keeps it for support. @throws any other error */
export function problemOf(
  error: unknown,
  { language, progress }: Pick<FormContext, 'language' | 'progress'>,
): string {
  if (!(error instanceof PassportError)) throw error
  progress.refusal = error
  const text = errorText(error.error, language, error.data)
  const { retry_after: seconds } = error.data
  if (typeof seconds !== 'number') return text
  return `${text} ${pageMessages[language].tryAgainIn(seconds)}`
}

/** Returns the name of an error that refuses, undefined for any other error. */
export function rejectionName(error: unknown): ErrorName | undefined {
  return error instanceof PassportError ? error.error : undefined
}

/** Returns the link to where somebody may ask whose account is refused; none for other errors. */
export function helpLinks({ language, services }: FormContext, error: unknown): Link[] {
  const name = rejectionName(error)
  const href = name === undefined ? '' : helpAddress(services.config, name, language)
  if (href === undefined || href === '') return []
  const { appeal, support } = pageMessages[language]
  return [{ href, text: name === 'account_banned' ? appeal : support }]
}

/** Returns the warning of a page that sends a code to where the last mail was refused. */
export async function refusedWarning(
  { language, services }: Pick<FormContext, 'language' | 'services'>,
  { address }: Recipient,
): Promise<string | undefined> {
  return (await services.mailRefusals.has(address)) ? pageMessages[language].mailRefused : undefined
}

/** Share of the usual limit of codes, since no captcha can be shown here. */
const CODES_SHARE = 0.1

/** Counts a code against the limit of forms, of a known browser by itself. @throws too_often */
export async function spendCodeLimit(
  { caller, services }: Pick<FormContext, 'caller' | 'services'>,
  recipient: Recipient,
): Promise<void> {
  const { config, rateLimits, trustedDevices } = services
  const browser = await trustedDevices.knownBrowser(recipient, caller.webId)
  await rateLimits.spend([
    {
      key: `form codes ${browser || caller.prefix}`,
      max: Math.ceil(config.CODES_PER_ADDRESS_HOUR * CODES_SHARE),
      windowMs: HOUR_MS,
      of: browser === '' ? 'network' : 'browser',
    },
  ])
}
