import {
  codeMethods,
  levelOfMethod,
  serves,
  signInMethods,
  type Factor,
  type Level,
} from '#protocol/sign-in-methods.ts'
import { recoverForm } from '#protocol/forms.ts'
import { notifyOwner, type NotifyServices } from '../accounts/notify.ts'
import { reachedAt } from '../accounts/owner-recipients.ts'
import type { Call } from '../calls/call.ts'
import type { Events } from '../events/events.ts'
import type { Config } from '../config/config.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RequestDigest } from '../lib/request-digest.ts'
import type { Policy, Suspicion } from '../policy/policy.ts'
import type { Recipient } from '../store/recipient.ts'
import { serverMessages } from '../messages/all-messages.ts'
import type { Messages } from '../messages/messages.ts'
import { canAskFor, levelOfUse, signInLevel } from './demands.ts'
import { countsBeside, levelOf, type Proofs } from './levels.ts'
import {
  describeMethods,
  secondMethodsOf,
  type SecondMethod,
  type SecondMethodServices,
} from './method-listing.ts'
import type { RememberedBrowsers } from './remembered-browsers.ts'
import { rememberedSignIns } from './remembered-sign-ins.ts'
import type { TrustedDevices } from './trusted-devices.ts'
import type { Verifications, References, SentReferences } from './verifications.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { BoundCall } from '../store/schema/proofs.ts'

export interface RiskCheckServices extends SecondMethodServices, NotifyServices {
  events: Events
  policy: Policy
  rememberedBrowsers: RememberedBrowsers
  requestDigest: RequestDigest
  trustedDevices: TrustedDevices
  verifications: Verifications
}

/** What the proof itself shows that a policy may find suspicious. */
interface Signs {
  /** Whether the request comes from an unexpected network. */
  isNewNetwork?: boolean
  /** Whether the password has leaked. */
  isBreached?: boolean
}

/** Input of the risk check besides the call. */
export interface RiskContext extends Signs {
  /** Factor of the first proof; a second proof must be of another one. */
  firstFactor: Factor
  /** Subject of the call, such as an address; it must be the same text when the call is sent again. */
  subject: string
  /** Sign-in that the same proof would allow; this call must satisfy the policy of both. */
  signIn?: string
  /** Whether a second proof is required whatever the policy says. */
  isRequired?: boolean
  /** Whether the call is polled, so that its repetition sends no references. */
  isPolled?: boolean
  /** Whether it is a step-up, for which a method that only confirms sign-ins does not count. */
  isStepUp?: boolean
  /** Whether the password was forgotten, so that it cannot be the second proof. */
  isReset?: boolean
  /** Level to reach; by default that of a sign-in. */
  demand?: Level
  /** Methods of the session that stands behind the call; without it, the first proof reaches level 1. */
  held?: Proofs
  /** Time of the first proof of the session that this opens; now by default. */
  provedAt?: number
}

/**
 * Requires a two-step verification if the proofs are below the demanded level, or the policy finds the
 * call suspicious.
 * Call it before anything is used up, because the same request is sent again afterwards.
 * @throws second_verify, need_code_verify for clients that know only that, system_busy
 */
export async function checkRisk(
  context: Call<RiskCheckServices>,
  account: Account,
  risk: RiskContext,
): Promise<void> {
  const { config, events, policy, rememberedBrowsers, verifications } = context.services
  const operations =
    risk.signIn === undefined ? [context.operation] : [context.operation, risk.signIn]
  for (const operation of operations) {
    await requireNotRefused(context, account, operation, risk)
  }
  const verify = operations.flatMap((operation) => policy.ruleFor(operation).verify)
  const { held = { method: '', secondMethod: '' }, provedAt = context.now } = risk
  const first = { ...held, provedAt }
  const demanded = risk.demand ?? (await signInLevel(context, account, operations, first))
  // What the session has reached is not asked for again, unless its proof is too old.
  const isReached = demanded <= levelOf(held)
  const level = isReached && risk.isRequired !== true ? 1 : demanded
  let suspicion: Suspicion | undefined
  if (risk.isRequired !== true && level === 1) {
    if (config.SECOND_VERIFICATION === 'off') return
    suspicion = await findSuspicion(context, account, verify, risk)
    if (suspicion === undefined) return
  }
  const call = { ...boundCall(context, risk.subject), accountId: account.id }
  const sent = completeReferences(context)
  if (sent !== undefined || risk.isPolled === true) {
    const passedBy = await verifications.consume(call, sent)
    if (passedBy !== undefined && levelOfMethod(passedBy) >= level) {
      context.progress.secondMethod = passedBy
      context.progress.giveBacks.push(() => verifications.giveBack(call, sent))
      await events.note(context, 'second_verified', account.id)
      return
    }
  }
  const cookies = context.header('cookie')
  if (isSpared(context, risk) && (await rememberedBrowsers.knows(account.id, cookies))) return
  const offered = await offeredMethods(context, account, risk, level)
  // What would neither raise a session nor make it new is asked for only to be sure of the person.
  const isForSession = risk.isRequired === true || level > 1
  const methods = offered.filter(({ name }) => !isForSession || countsBeside(context, first, name))
  // Without a second method the person could never sign in, so the owner is only notified.
  if (methods.length === 0) {
    if (risk.isRequired === true) throw new PassportError('ticket_expired')
    // Below the level of the account no session opens.
    if (level === 1) await notifyNewDevice(context, account)
    return
  }
  if (level === 1 && risk.firstFactor === 'knowledge' && ['sso', 'root'].includes(context.family)) {
    throw new PassportError('need_code_verify', { verify_ways: describeMethods(methods) })
  }
  const names = methods.map(({ name }) => name)
  const references = await verifications.open(call, names, risk.isPolled === true)
  const reason = serverMessages[context.language].verifyReasons[reasonOf(risk, suspicion)]
  throw new PassportError('second_verify', {
    ...replyData(context, account, methods, references),
    required_level: level,
    ...recoveryPage(config, account, level),
    verify_scene_desc: reason,
  })
}

// What account or policy want of a sign-in; whoever demands a level still asks.
function isSpared(context: Call<RiskCheckServices>, risk: RiskContext): boolean {
  const isSignIn = rememberedSignIns.includes(context.operation) && risk.demand === undefined
  return isSignIn && levelOfUse(context) === 1
}

// Only what the account itself demands falls with its methods.
function recoveryPage(
  { PUBLIC_ORIGIN, RECOVERY_HOURS }: Config,
  { requiredLevel }: Account,
  level: Level,
): { recovery_page?: string } {
  const isOffered = RECOVERY_HOURS > 0 && level > 1 && requiredLevel === level
  return isOffered ? { recovery_page: `${PUBLIC_ORIGIN}${recoverForm.path}` } : {}
}

function reasonOf(
  { demand = 1, firstFactor, isRequired = false }: RiskContext,
  suspicion: Suspicion | undefined,
): keyof Messages['verifyReasons'] {
  // A sign-in of a moment ago may be below what is demanded.
  if (isRequired && firstFactor === 'session' && demand === 1) return 'oldSignIn'
  if (suspicion === 'new_device') return 'newBrowser'
  if (suspicion === 'breached_password') return 'breachedPassword'
  return suspicion === 'new_network' ? 'newNetwork' : 'secondProof'
}

/** Returns the factor of a code to an address, and the sign-in that the same code would allow. */
export function codeLoginOf(
  channel: Recipient['channel'],
): Required<Pick<RiskContext, 'firstFactor' | 'signIn'>> {
  const { factor } = signInMethods[codeMethods[channel]]
  return { firstFactor: factor, signIn: channel === 'email' ? 'email_code_login' : 'sms_login' }
}

/** Returns which of the policy's suspicions applies to a call, `always` before all. */
export async function findSuspicion(
  { caller, services }: Pick<Call<RiskCheckServices>, 'caller' | 'services'>,
  account: Account,
  suspicions: readonly Suspicion[],
  { isNewNetwork = false, isBreached = false }: Signs = {},
): Promise<Suspicion | undefined> {
  if (suspicions.includes('always')) return 'always'
  for (const suspicion of suspicions) {
    if (suspicion === 'new_network' && isNewNetwork) return suspicion
    if (suspicion === 'breached_password' && isBreached) return suspicion
    if (suspicion === 'new_device') {
      if (!(await services.trustedDevices.isKnown(account.id, caller.webId))) return suspicion
    }
  }
  return undefined
}

/** @throws system_busy if the policy refuses the operation */
export async function requireNotRefused(
  context: Pick<Call<RiskCheckServices>, 'caller' | 'services'>,
  account: Account,
  operation: string,
  signs: Signs = {},
): Promise<void> {
  const { refuse } = context.services.policy.ruleFor(operation)
  if (await findSuspicion(context, account, refuse, signs)) {
    throw new PassportError('system_busy')
  }
}

/** Returns what a two-step verification is bound to besides the account. */
export function boundCall(
  context: Pick<Call<RiskCheckServices>, 'services' | 'app' | 'caller' | 'operation'>,
  subject: string,
): Omit<BoundCall, 'accountId'> {
  return {
    aid: context.app.aid,
    webId: context.services.trustedDevices.hashOf(context.caller.webId),
    operation: context.operation,
    requestDigest: context.services.requestDigest(subject),
  }
}

/** Returns the references that a request sends back, or undefined unless it sends both. */
export function completeReferences(
  context: Pick<Call<RiskCheckServices>, 'params'>,
): References | undefined {
  const { smsCodeKey, verifyTicket } = readReferences(context)
  return smsCodeKey === undefined || verifyTicket === undefined
    ? undefined
    : { smsCodeKey, verifyTicket }
}

/** Reads the references of a request; some clients send them by their `std_` names. */
export function readReferences(
  { params }: Pick<Call<RiskCheckServices>, 'params'>,
  encryptUid?: string,
): SentReferences {
  return {
    smsCodeKey: params.sms_code_key ?? params.std_verify_flow_id,
    verifyTicket: params.verify_ticket ?? params.std_verify_token,
    encryptUid,
  }
}

/** Returns whether the ticket of a request is that of a two-step verification, not of a captcha. */
export function refersToVerification(
  context: Call<RiskCheckServices>,
  encryptUid: string | undefined,
): boolean {
  const { smsCodeKey, verifyTicket } = readReferences(context, encryptUid)
  if (smsCodeKey !== undefined) return true
  return verifyTicket !== undefined && (encryptUid !== undefined || context.session === undefined)
}

async function offeredMethods(
  context: Call<RiskCheckServices>,
  account: Account,
  { firstFactor, isReset = false, isStepUp = false }: RiskContext,
  level: Level,
): Promise<SecondMethod[]> {
  const { services } = context
  return (await secondMethodsOf(services, account)).filter(({ name }) => {
    const { factor } = signInMethods[name]
    // The second proof must be of another factor (NIST SP 800-63B).
    if (factor === firstFactor || (isReset && name === 'password')) return false
    if (levelOfMethod(name) < level) return false
    if (isStepUp && !serves(name, 'stepUp')) return false
    if (!canAskFor(context, name)) return false
    return services.signInMethods[name].isAvailable(services)
  })
}

async function notifyNewDevice(context: Call<RiskCheckServices>, account: Account): Promise<void> {
  const recipient = reachedAt(context.services, account)
  if (recipient === undefined) return
  await notifyOwner(context.services, context, account, {
    event: 'signed_in',
    recipients: [recipient],
  })
}

const qrOperations = new Set(['check_qrconnect', 'confirm_qrcode'])

function replyData(
  context: Call<RiskCheckServices>,
  account: Account,
  methods: readonly SecondMethod[],
  { smsCodeKey, verifyTicket }: References,
): Record<string, unknown> {
  const { operation, params, app } = context
  const described = describeMethods(methods)
  const standard = {
    std_verify_flow_id: smsCodeKey,
    std_verify_scene: rememberedSignIns.includes(operation) ? 'account_login' : operation,
    std_verify_template: params.account_sdk_source === 'app' ? 'ato' : 'ato_web',
    std_verify_token: verifyTicket,
    std_verify_type: 'MFA',
    std_verify_way: described[0]?.verify_way ?? '',
  }
  return {
    sms_code_key: smsCodeKey,
    verify_ticket: verifyTicket,
    encrypt_uid: context.services.verifications.encryptUid(account.id, app.aid),
    account_flow: 'verify',
    verify_ways: described,
    biz_params: standard,
    common_params: {
      copywriting_key: qrOperations.has(operation) ? 'qr_connect' : 'account_login',
      ies_safety_diversion_tag: 'mfa',
    },
    ...standard,
  }
}
