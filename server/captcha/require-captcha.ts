import { is } from 'superstruct'
import type { Endpoint } from '#protocol/endpoint.ts'
import { email as emailField } from '#protocol/fields.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Login } from '../store/recipient.ts'
import { boundCall, completeReferences, type RiskCheckServices } from '../two-step/risk-check.ts'
import type { Captcha } from './captcha.ts'

export interface RequireCaptchaServices extends RiskCheckServices {
  captcha: Captcha
}

/** Operation that a captcha is required for. */
export interface CaptchaRequest {
  /** Object of the call, such as an address; the same text when it is sent again, empty for nobody. */
  subject: string
  /** E-mail address of the person, if a link by mail may replace the puzzle. */
  email?: string | undefined
  /** Whether a second challenge follows the first. */
  isTwice?: boolean
  /** The `detail` of the decision that was passed, if the client names it. */
  detail?: string | undefined
}

/** Requires a captcha, or the two-step verification that follows it. @throws captcha_slide */
export async function requireCaptcha(
  context: Call<RequireCaptchaServices>,
  request: CaptchaRequest,
): Promise<void> {
  if (context.progress.isCaptchaPassed) return
  await requirePassed(context, request)
  context.progress.isCaptchaPassed = true
}

async function requirePassed(
  context: Call<RequireCaptchaServices>,
  { subject, email, isTwice = false, detail }: CaptchaRequest,
): Promise<void> {
  const { captcha, config, outbox, policy, verifications } = context.services
  const { kind } = policy.ruleFor(context.operation)
  const call = {
    aid: context.app.aid,
    webId: context.caller.webId,
    operation: context.operation,
    requestDigest: subject === '' ? '' : captcha.digest(subject),
    logId: context.logId,
    region: config.CAPTCHA_REGION,
    kind,
    email: outbox.canSend('email') ? email : undefined,
  }
  const second = { ...call, operation: `${context.operation} again` }
  const consume = async (passed: typeof call, id?: string): Promise<boolean> => {
    const decisionId = await captcha.consume(passed, id)
    if (decisionId === undefined) return false
    context.progress.giveBacks.push(() => captcha.giveBack(decisionId))
    return true
  }
  // Also of a call that does not say that it is sent again: whoever found no room presses the button once more.
  if (call.webId !== '') {
    const sent = completeReferences(context)
    const bound = boundCall(context, subject)
    if (sent !== undefined && (await verifications.isPassed(bound, sent))) return
    if (isTwice && (await consume(second))) return
    if (await consume(call, detail)) {
      if (!isTwice) return
      throw withTicket('verify_center_secondary_decision_conf', await captcha.decide(second))
    }
  }
  throw withTicket('verify_center_decision_conf', await captcha.decide(call))
}

// Some clients read the ticket beside the decision rather than in it.
function withTicket(
  field: 'verify_center_decision_conf' | 'verify_center_secondary_decision_conf',
  decision: string,
): PassportError {
  const { verify_ticket: ticket } = JSON.parse(decision) as { verify_ticket: string }
  return new PassportError('captcha_slide', { [field]: decision, verify_ticket: ticket })
}

/** Operations that sign in or link by what is not a sensitive field: a callback or a signature. */
const signedOperations = new Set([
  'auth_login',
  'auth_login_only',
  'auth_bind',
  'auth_verify',
  'open_third_party',
  'passkey_login',
  'passkey_host_code',
  'passkey_verify',
])

/** Returns whether a call may prove who somebody is. */
export function isAuthentication(
  { operation, sensitive }: Pick<Endpoint, 'operation' | 'sensitive'>,
  method: 'GET' | 'POST',
): boolean {
  return sensitive.length > 0 || (method === 'POST' && signedOperations.has(operation))
}

/** Requires a captcha if the policy demands one for each such call. @throws captcha_slide */
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
    subject: fields.every((field) => field === undefined) ? '' : JSON.stringify(fields),
    email: is(email, emailField) ? email : undefined,
  })
}

/** Requires a captcha, unless the policy demands none. @throws captcha_slide */
export async function requireCaptchaOnSuspicion(
  context: Call<RequireCaptchaServices>,
  request: CaptchaRequest,
): Promise<void> {
  if (context.services.policy.ruleFor(context.operation).captcha === 'suspicion') {
    await requireCaptcha(context, request)
  }
}

/** Returns the `onSuspicion` of `checkPassword`. */
export function captchaForLogin(
  context: Call<RequireCaptchaServices>,
  login: Login,
): (isTwice: boolean) => Promise<void> {
  const isEmail = login.kind === 'recipient' && login.recipient.channel === 'email'
  const email = isEmail ? login.text : undefined
  return (isTwice) => requireCaptchaOnSuspicion(context, { subject: login.text, email, isTwice })
}
