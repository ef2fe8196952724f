import type { Captcha } from './captcha.ts'
import type { Call } from '../calls/call.ts'
import type { RiskCheckServices } from '../two-step/risk-check.ts'
import { boundCall, sentReferences } from '../two-step/risk-check.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { PassportError } from '../lib/passport-error.ts'

/** Services that this module needs. */
export interface RequireCaptchaServices extends RiskCheckServices {
  captcha: Captcha
}

/**
 * Goes on only when a challenge was passed for this very call, or when a second verification was,
 * which comes after the challenges. `target` is what the call is about, normalised; with `isTwice` a
 * second challenge follows the first.
 * @throws captcha_slide with the decision otherwise.
 */
export async function requireCaptcha(
  context: Call<RequireCaptchaServices>,
  target: string,
  isTwice = false,
): Promise<void> {
  if (shown.has(context)) return
  await askFor(context, target, isTwice)
  shown.add(context)
}

// Calls that have shown it already: who asks a second time during one call means the same.
const shown = new WeakSet<Call<RequireCaptchaServices>>()

async function askFor(
  context: Call<RequireCaptchaServices>,
  target: string,
  isTwice: boolean,
): Promise<void> {
  const { captcha, policy, verifications } = context.services
  const { kind } = policy.ruleFor(context.operation)
  const call = {
    aid: context.app.aid,
    fp: context.caller.webId,
    operation: context.operation,
    target: captcha.digest(target),
    logId: context.logId,
    region: 'sg',
    kind,
    email: mailAddressOf(context, target),
  } as const
  const second = { ...call, operation: `${context.operation} again` }
  if (context.params.is_resend === 1 && call.fp !== '') {
    const sent = sentReferences(context)
    const bound = boundCall(context, target)
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

// A link in a mail is another way through, where the call is about an address we can reach.
function mailAddressOf(context: Call<RequireCaptchaServices>, target: string): string | undefined {
  const [address = ''] = target.split(' ')
  return context.services.outbox.canSend('email') && address.includes('@') ? address : undefined
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
  const about = ['mobile', 'email', 'account', 'username'].map((name): unknown =>
    Reflect.get(call, name),
  )
  await requireCaptcha(context, JSON.stringify(about))
}

/** What runs where a call looks suspicious: a challenge, unless the policy wants none. */
export async function requireCaptchaOnSuspicion(
  context: Call<RequireCaptchaServices>,
  target: string,
  isTwice = false,
): Promise<void> {
  if (context.services.policy.ruleFor(context.operation).captcha === 'suspicion') {
    await requireCaptcha(context, target, isTwice)
  }
}
