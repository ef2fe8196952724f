import type { Language } from '#protocol/common-params.ts'
import type { FormEndpoint, ReceivedForm } from '#protocol/forms.ts'
import type { FormPage } from './page.ts'
import { pagePath } from './texts.ts'
import type { App } from '../../apps/app-store.ts'
import { HOUR_MS } from '../../clock.ts'
import { errorText } from '../../error-text.ts'
import type { Caller } from '../../handler.ts'
import { safeNext } from '../../http/safe-next.ts'
import { PassportError } from '../../passport-error.ts'
import type { Services } from '../../services.ts'

/** Everything about a form post besides its fields. */
export interface FormContext {
  readonly services: Services
  readonly app: App
  readonly caller: Caller
  readonly operation: string
  readonly language: Language
  readonly logId: string
  readonly now: number
  readonly sessionToken: string | undefined
  /** A header of the request, by its name in lower case. */
  header(name: string): string | undefined
  setCookie(cookie: string): void
  bindCsrf(sessionHash: string): void
  left(): AbortSignal
}

/** How a form post is answered. */
export type FormAnswer =
  | { redirect: string }
  | { page: FormPage }
  /** A page of another make; `failed` is the number of an error, 0 where all is well. */
  | { html: string; failed: number }

/** What serves a form row. */
export type FormHandler<Row extends FormEndpoint> = (
  form: ReceivedForm<Row>,
  context: FormContext,
) => Promise<FormAnswer>

/** Where a form leads: its `next` when it may be followed, otherwise a page of the site. */
export function nextOf(context: FormContext, next: string | undefined, fallback: string): string {
  const { apps, config } = context.services
  if (next === undefined) return pagePath(fallback, context.language)
  return safeNext(next, config.PUBLIC_ORIGIN, (origin) => apps.allows(context.app, origin))
}

/** Words for a refusal; @throws what is no refusal. */
export function problemOf(error: unknown, language: Language): string {
  if (!(error instanceof PassportError)) throw error
  return errorText(error.error, language)
}

/** Name of a refusal, or undefined for another error. */
export function refusalOf(error: unknown): PassportError['error'] | undefined {
  return error instanceof PassportError ? error.error : undefined
}

const NORMAL_PARTS = 10

/** No captcha can be shown here, so codes have a tenth of the usual budget. @throws too_often. */
export async function takeCodeBudget(context: FormContext): Promise<void> {
  const { config, limits, stores } = context.services
  const wait = await limits.take(stores.counters, [
    {
      key: `form codes ${context.caller.prefix}`,
      max: Math.ceil(config.CODES_PER_ADDRESS_HOUR / NORMAL_PARTS),
      windowMs: HOUR_MS,
    },
  ])
  if (wait !== undefined) throw new PassportError('too_often', { retry_after: wait })
}
