import { is } from 'superstruct'
import type { Endpoint } from '#protocol/endpoint.ts'
import { email as emailField } from '#protocol/fields.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Login } from '../store/recipient.ts'
import { boundCall, completeReferences, type RiskCheckServices } from '../two-step/risk-check.ts'
import type { Captcha } from './captcha.ts'

/** Services that this module needs. */
export interface RequireCaptchaServices extends RiskCheckServices {
  captcha: Captcha
}

/** What a captcha is required for. */
export interface CaptchaRequest {
  /** What the call is about, normalised: the same text when the call is sent again. */
  subject: string
  /** Address of the person, where a link in a mail may replace the puzzle. */
  email?: string | undefined
  /** Whether a second challenge follows the first. */
  isTwice?: boolean
}

/**
 * Goes on only when a captcha was passed for this very call, or a two-step verification, which
 * comes after the captcha. @throws captcha_slide with the decision otherwise
 */
export async function requireCaptcha(
  context: Call<RequireCaptchaServices>,
  request: CaptchaRequest,
): Promise<void> {
  if (context.progress.isCaptchaPassed) return
  await ensurePassed(context, request)
  context.progress.isCaptchaPassed = true
}

async function ensurePassed(
  context: Call<RequireCaptchaServices>,
  { subject, email, isTwice = false }: CaptchaRequest,
): Promise<void> {
  const { captcha, outbox, policy, verifications } = context.services
  const { kind } = policy.ruleFor(context.operation)
  const call = {
    aid: context.app.aid,
    fp: context.caller.webId,
    operation: context.operation,
    target: captcha.digest(subject),
    logId: context.logId,
    region: 'sg',
    kind,
    email: outbox.canSend('email') ? email : undefined,
  } as const
  const second = { ...call, operation: `${context.operation} again` }
  if (context.params.is_resend === 1 && call.fp !== '') {
    const sent = completeReferences(context)
    const bound = boundCall(context, subject)
    if (sent !== undefined && (await verifications.isPassed(bound, sent))) return
    if (isTwice && (await captcha.consume(second))) return
    if (await captcha.consume(call)) {
      if (!isTwice) return
      throw withTicket('verify_center_secondary_decision_conf', await captcha.decide(second))
    }
  }
  throw withTicket('verify_center_decision_conf', await captcha.decide(call))
}

// The ticket also stands beside the decision, where clients of the family read it.
function withTicket(
  field: 'verify_center_decision_conf' | 'verify_center_secondary_decision_conf',
  decision: string,
): PassportError {
  const { verify_ticket: ticket } = JSON.parse(decision) as { verify_ticket: string }
  return new PassportError('captcha_slide', { [field]: decision, verify_ticket: ticket })
}

/** Calls without a sensitive field that sign in or link all the same: by what a third party sent. */
const returns = ['auth_login', 'auth_login_only', 'auth_bind', 'auth_verify']

/** Whether a call may prove who somebody is: by a sensitive field, or by what a third party sent. */
export function isAuthentication(
  { operation, sensitive }: Pick<Endpoint, 'operation' | 'sensitive'>,
  method: 'GET' | 'POST',
): boolean {
  return sensitive.length > 0 || (method === 'POST' && returns.includes(operation))
}

/** Asks for a challenge where the policy wants one each time. @throws captcha_slide. */
export async function requireCaptchaAlways(
  context: Call<RequireCaptchaServices>,
  endpoint: Pick<Endpoint, 'operation' | 'sensitive'>,
  call: object,
): Promise<void> {
  if (!isAuthentication(endpoint, context.method)) return
  if (context.services.policy.ruleFor(context.operation).captcha !== 'always') return
  const fields = ['mobile', 'email', 'account', 'username'].map((name): unknown =>
    Reflect.get(call, name),
  )
  const [, email] = fields
  await requireCaptcha(context, {
    subject: JSON.stringify(fields),
    email: is(email, emailField) ? email : undefined,
  })
}

/** Asks a suspicious call for a captcha, unless the policy wants none. @throws captcha_slide */
export async function requireCaptchaOnSuspicion(
  context: Call<RequireCaptchaServices>,
  request: CaptchaRequest,
): Promise<void> {
  if (context.services.policy.ruleFor(context.operation).captcha === 'suspicion') {
    await requireCaptcha(context, request)
  }
}

/** Returns what runs where the password of a login was wrong too often. */
export function captchaForLogin(
  context: Call<RequireCaptchaServices>,
  login: Login,
): (isTwice: boolean) => Promise<void> {
  const isEmail = login.kind === 'recipient' && login.recipient.channel === 'email'
  const email = isEmail ? login.text : undefined
  return (isTwice) => requireCaptchaOnSuspicion(context, { subject: login.text, email, isTwice })
}
