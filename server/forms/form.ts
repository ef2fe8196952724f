import { pagePath } from '../lib/page-path.ts'
import type { Language } from '#protocol/common-params.ts'
import type { FormEndpoint, FormPayload } from '#protocol/forms.ts'
import type { FormPage } from './page.ts'
import { HOUR_MS } from '../lib/clock.ts'
import { errorText } from '../lib/error-text.ts'
import type { Context } from '../endpoints/handler.ts'
import { safeNextOf } from '../http/safe-next.ts'
import { PassportError } from '../lib/passport-error.ts'

/** Everything about a form post besides its fields. */
export type FormContext = Pick<
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
  | 'signal'
>

/** How a form post is answered. */
export type FormAnswer =
  | { redirect: string }
  | { page: FormPage }
  /** A page of another make; `failed` is the number of an error, 0 where all is well. */
  | { html: string; failed: number }

/** What serves a form row. */
export type FormHandler<E extends FormEndpoint> = (
  form: FormPayload<E>,
  context: FormContext,
) => Promise<FormAnswer>

/** Where a form leads: its `next` when it may be followed, otherwise a page of the site. */
export function nextOf(context: FormContext, next: string | undefined, fallback: string): string {
  const { apps, config } = context.services
  if (next === undefined) return pagePath(fallback, context.language)
  return safeNextOf(config, next, (origin) => apps.allows(context.app, origin))
}

/** Words for a refusal; @throws what is no refusal. */
export function problemOf(error: unknown, language: Language): string {
  if (!(error instanceof PassportError)) throw error
  return errorText(error.error, language, error.data)
}

/** Name of a refusal, or undefined for another error. */
export function refusalOf(error: unknown): PassportError['error'] | undefined {
  return error instanceof PassportError ? error.error : undefined
}

const NORMAL_PARTS = 10

/** No captcha can be shown here, so codes have a tenth of the usual budget. @throws too_often. */
export async function takeCodeBudget(context: FormContext): Promise<void> {
  const { config, rateLimits } = context.services
  await rateLimits.spend([
    {
      key: `form codes ${context.caller.prefix}`,
      max: Math.ceil(config.CODES_PER_ADDRESS_HOUR / NORMAL_PARTS),
      windowMs: HOUR_MS,
    },
  ])
}
