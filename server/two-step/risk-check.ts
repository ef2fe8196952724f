import { signInMethods, type Factor } from '#protocol/sign-in-methods.ts'
import { notifyOwner } from '../accounts/notify.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import type { Call } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import type { Outbox } from '../delivery/outbox.ts'
import type { Events } from '../events/events.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RequestDigest } from '../lib/request-digest.ts'
import type { Policy, Suspicion } from '../policy/policy.ts'
import type { Account } from '../store/account-repository.ts'
import type { BoundCall } from '../store/verification-repository.ts'
import { sceneText } from './messages.ts'
import {
  describeMethods,
  secondMethodsOf,
  type SecondMethod,
  type SecondMethodServices,
} from './method-listing.ts'
import type { TrustedDevices } from './trusted-devices.ts'
import type { Verifications, References, SentReferences } from './verifications.ts'

/** Services that this module needs. */
export interface RiskCheckServices extends SecondMethodServices {
  config: Config
  events: Events
  outbox: Outbox
  policy: Policy
  requestDigest: RequestDigest
  trustedDevices: TrustedDevices
  verifications: Verifications
}

/** What is known when a call asks whether to trust its caller. */
export interface RiskContext {
  /** What was proved first; a second proof must be of another factor. */
  firstFactor: Factor
  /** What the call is about, such as the address typed: the same text when it is sent again. */
  about: string
  /** Whether the network is another than expected; only the caller of this function can know. */
  isNewNetwork?: boolean
  /** For a step that takes a fresh proof whatever the policy says. */
  isDemanded?: boolean
  /** For a call that is simply made again and again: it brings no references back. */
  isPolled?: boolean
  /** For setting a password anew: the present one is what was forgotten. */
  isReset?: boolean
}

/**
 * Goes on when the policy sees no reason for doubt, or when a second verification was passed for
 * this very call. Call it after the first proof and before anything is done or used up: the person
 * comes back with the same request. Who has no second way is let in, and told by a message.
 * @throws second_verify, need_code_verify in the families whose clients know only that, or
 * system_busy where the policy refuses.
 */
export async function checkRisk(
  context: Call<RiskCheckServices>,
  account: Account,
  proof: RiskContext,
): Promise<void> {
  const { config, events, policy, verifications } = context.services
  await ensureNotRefused(context, account, context.operation, proof.isNewNetwork)
  if (proof.isDemanded !== true) {
    if (config.SECOND_VERIFICATION === 'off') return
    const { verify } = policy.ruleFor(context.operation)
    if (!(await isSuspicious(context, account, verify, proof.isNewNetwork))) return
  }
  const call = { ...boundCall(context, proof.about), accountId: account.id }
  const sent = completeReferences(context)
  if (sent !== undefined || proof.isPolled === true) {
    if (await verifications.consume(call, sent)) {
      await events.note(context, 'second_verified', account.id)
      return
    }
  }
  const methods = await offeredMethods(context, account, proof)
  if (methods.length === 0) {
    if (proof.isDemanded === true) throw new PassportError('ticket_expired')
    await notifyNewDevice(context, account)
    return
  }
  if (proof.firstFactor === 'knowledge' && ['sso', 'root'].includes(context.family)) {
    throw new PassportError('need_code_verify', { verify_ways: describeMethods(methods) })
  }
  const names = methods.map(({ name }) => name)
  const references = await verifications.open(call, names, proof.isPolled === true)
  throw new PassportError('second_verify', replyData(context, account, methods, references))
}

/** Whether any of what the policy names holds of a call. */
export async function isSuspicious(
  { caller, services }: Pick<Call<RiskCheckServices>, 'caller' | 'services'>,
  account: Account,
  suspicions: readonly Suspicion[],
  isNewNetwork = false,
): Promise<boolean> {
  for (const suspicion of suspicions) {
    if (suspicion === 'always') return true
    if (suspicion === 'new_network' && isNewNetwork) return true
    if (suspicion === 'new_device') {
      if (!(await services.trustedDevices.isKnown(account.id, caller.webId))) return true
    }
  }
  return false
}

/** @throws system_busy where the policy refuses an operation for what is known of a call. */
export async function ensureNotRefused(
  context: Pick<Call<RiskCheckServices>, 'caller' | 'services'>,
  account: Account,
  operation: string,
  isNewNetwork = false,
): Promise<void> {
  const { refuse } = context.services.policy.ruleFor(operation)
  if (await isSuspicious(context, account, refuse, isNewNetwork)) {
    throw new PassportError('system_busy')
  }
}

/** The call as second verifications are bound to it, whoever's account it is about. */
export function boundCall(
  context: Pick<Call<RiskCheckServices>, 'services' | 'app' | 'caller' | 'operation'>,
  target: string,
): Omit<BoundCall, 'accountId'> {
  return {
    aid: context.app.aid,
    webId: context.services.trustedDevices.hashOf(context.caller.webId),
    operation: context.operation,
    target: context.services.requestDigest(target),
  }
}

/** References that a request brings back; some clients return them by their `std_` names. */
export function completeReferences(
  context: Pick<Call<RiskCheckServices>, 'params'>,
): References | undefined {
  const { smsCodeKey, verifyTicket } = readReferences(context, undefined)
  return smsCodeKey === undefined || verifyTicket === undefined
    ? undefined
    : { smsCodeKey, verifyTicket }
}

/** The same, as far as they were sent; `encryptUid` is of the payload. */
export function readReferences(
  { params }: Pick<Call<RiskCheckServices>, 'params'>,
  encryptUid: string | undefined,
): SentReferences {
  return {
    smsCodeKey: params.sms_code_key ?? params.std_verify_flow_id,
    verifyTicket: params.verify_ticket ?? params.std_verify_token,
    encryptUid,
  }
}

/**
 * Whether a request speaks of a second verification. A ticket alone says so only where nobody is
 * signed in: clients also send that of a captcha.
 */
export function refersToVerification(
  context: Call<RiskCheckServices>,
  encryptUid: string | undefined,
): boolean {
  const { smsCodeKey, verifyTicket } = readReferences(context, encryptUid)
  if (smsCodeKey !== undefined) return true
  return verifyTicket !== undefined && (encryptUid !== undefined || context.session === undefined)
}

// NIST SP 800-63B: a mailbox that was the first factor shows nothing new as the second.
async function offeredMethods(
  { services }: Call<RiskCheckServices>,
  account: Account,
  { firstFactor, isReset = false }: RiskContext,
): Promise<SecondMethod[]> {
  return (await secondMethodsOf(services, account)).filter(({ name }) => {
    const { factor } = signInMethods[name]
    if (factor === firstFactor || (isReset && name === 'password')) return false
    return services.signInMethods[name].isAvailable(services)
  })
}

async function notifyNewDevice(context: Call<RiskCheckServices>, account: Account): Promise<void> {
  const { outbox } = context.services
  const target = recipientsOf(account).find(({ channel }) => outbox.canSend(channel))
  if (target === undefined) return
  await notifyOwner(context.services, account, 'new_device', {}, [target])
}

function replyData(
  context: Call<RiskCheckServices>,
  account: Account,
  methods: readonly SecondMethod[],
  { smsCodeKey, verifyTicket }: References,
): Record<string, unknown> {
  const { operation, params, app } = context
  const isQr = operation.includes('qr')
  const described = describeMethods(methods)
  const standard = {
    std_verify_flow_id: smsCodeKey,
    std_verify_scene: operation.includes('login') || isQr ? 'account_login' : operation,
    std_verify_template: params.account_sdk_source === 'app' ? 'ato' : 'ato_web',
    std_verify_token: verifyTicket,
    std_verify_type: 'MFA',
    std_verify_way: described[0]?.verify_way ?? '',
  }
  return {
    sms_code_key: smsCodeKey,
    verify_ticket: verifyTicket,
    encrypt_uid: context.services.verifications.sealUid(account.id, app.aid),
    account_flow: 'verify',
    verify_ways: described,
    verify_scene_desc: sceneText(context.language),
    biz_params: standard,
    common_params: {
      copywriting_key: isQr ? 'qr_connect' : 'account_login',
      ies_safety_diversion_tag: 'mfa',
    },
    ...standard,
  }
}
