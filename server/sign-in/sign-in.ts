import type { CommonParams } from '#protocol/common-params.ts'
import { codeMethods, levelOfMethod } from '#protocol/sign-in-methods.ts'
import type { User } from '#protocol/objects.ts'
import { rejectDuringDeletion } from '../account-deletion/revoke-ticket.ts'
import { cancelRecovery } from '../account-recovery/account-recovery.ts'
import { requireUsable } from '../accounts/accounts.ts'
import { toUser, type UserView } from '../accounts/user.ts'
import type { Apps } from '../apps/apps.ts'
import { replyUrlOf } from '../apps/next-url.ts'
import { isForeignPage } from '../apps/require-origin.ts'
import { noSession, type Call, type Caller } from '../calls/call.ts'
import { hintOf, sessionCookie, signedInHintCookie } from '../http/cookies.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken } from '../lib/tokens.ts'
import { describeLinkedAccounts } from '../linked-accounts/linked-account-info.ts'
import { describeMembership, membershipInApp } from '../organizations/membership-info.ts'
import { requireAllowedSession } from '../organizations/require-entry.ts'
import { failureKeysOf } from '../passwords/failure-keys.ts'
import { SESSION_IDLE_MS, SESSION_MS, type SessionOwner } from '../sessions/sessions.ts'
import type { Membership } from '../store/membership-repository.ts'
import { wasValid, type LiveSession } from '../store/session-repository.ts'
import { requireAccountLevel } from '../two-step/account-level.ts'
import { countsBeside, levelOf, withSecondProof } from '../two-step/levels.ts'
import type { Account, Session } from '../store/schema/accounts.ts'
import type { Services } from '../services/services.ts'

/** Facts read about an account shortly before, which save statements. */
export interface SignInHints {
  hasLinkedAccounts?: boolean
  /** Whether there are failures for the sign-in to clear. */
  hasFailures?: boolean
}

/** A proved account, found or created inside the transaction. */
export interface SignedIn extends SignInHints {
  account: Account
  isNew: boolean
  /** First sign-in method. */
  method: Session['method']
  /** Time of the proof, if it was made in another session; now by default. */
  provedAt?: number
  /** Second sign-in method in that session; none by default. */
  secondMethod?: Session['secondMethod']
  /** Time of the second proof in that session; never by default. */
  secondProvedAt?: number
  /** The membership that the person acts as; undefined for oneself. */
  membership?: Membership | undefined
  /** What the event names in place of the operation. */
  by?: string
}

/** Returns the owner of a session that another one is to follow. @throws session_expired */
export async function ownerOf(
  { sessions }: Pick<Services, 'sessions'>,
  { accountId, id }: Pick<LiveSession, 'accountId' | 'id'>,
): Promise<SessionOwner & { isNew: false }> {
  const owner = await sessions.accountOfSession(accountId, id)
  if (owner === undefined) throw noSession()
  return { ...owner, isNew: false }
}

/** The parts of a call that signing in needs. */
export interface SignInContext {
  services: Services
  aid: number
  source: CommonParams['account_sdk_source']
  caller: Caller
  logId: string
  /** Fields of the call that its event records. */
  clientFields?: string
  sessionToken: string | undefined
  /** Cookie header, which tells a remembered browser. */
  cookies: string | undefined
  /** Method of the second proof that was given for this call; undefined without one. */
  secondMethod?: Session['secondMethod'] | undefined
  setCookie: (cookie: string) => void
}

/** A signed-in account with its new session. */
export interface OpenedSession extends SignedIn {
  token: string
  session: Session
}

// Clients and the console stay signed in if the same person proves themself again as before, and are notified otherwise.
async function endFormer(
  { clock, consoleSessions, logoutCalls, oauthTokens, sessions }: Services,
  token: string,
  session: Session,
): Promise<Session> {
  const former = await sessions.end(hashToken(token))
  if (former === undefined) return session
  const isSame = (['accountId', 'membershipId', 'organizationEpoch'] as const).every(
    (key) => former[key] === session[key],
  )
  if (!isSame) {
    await logoutCalls.ofSessions([former])
    return session
  }
  // What has ended by itself is over for clients too.
  if (!wasValid(former, clock(), clock() - SESSION_IDLE_MS)) return session
  await oauthTokens.moveTo(session.hash, former.hash)
  await consoleSessions.moveTo(former.accountId, session.id, former.id)
  return { ...session, name: former.name, firstHash: former.firstHash || former.hash }
}

/**
 * Opens a session in one transaction with `prove`, and ends the previous session of the browser.
 * @throws device_banned, system_busy, account_cancelling, account_banned, account_limited, frozen,
 * policy_refused, level_unreachable
 */
export async function openSession(
  context: SignInContext,
  operation: string,
  prove: (tx: Services) => Promise<SignedIn>,
): Promise<OpenedSession> {
  const { log, policy, sessions, transaction } = context.services
  policy.requireAllowed(context.caller)
  const { aid, caller, clientFields = '' } = context
  const source = { app: { aid }, caller, operation, clientFields }
  const opened = await transaction(async (tx) => {
    const {
      account,
      membership,
      isNew,
      method,
      secondMethod = '',
      provedAt,
      secondProvedAt = 0,
      by = operation,
      ...hints
    } = await prove(tx)
    // Returned, not thrown: the transaction must commit the used proof and the new ticket.
    const now = tx.clock()
    const first = { method, secondMethod, provedAt: provedAt ?? now }
    const given = context.secondMethod
    const second = given !== undefined && countsBeside({ now }, first, given) ? given : undefined
    const proofs = withSecondProof(first, second)
    const isDemanding = account.requiredLevel > 1
    if (isDemanding && !(await tx.rememberedBrowsers.knows(account.id, context.cookies))) {
      await requireAccountLevel(tx, account, proofs)
    }
    // Whoever still has a method did not lose them all.
    if (levelOf(proofs) > 1) await cancelRecovery(tx, source, account.id)
    if (account.state === 'cancelling') {
      return await rejectDuringDeletion(context, tx, account, proofs)
    }
    requireUsable(account)
    // A passkey that was used just now is both proofs.
    const isSecondProved =
      context.secondMethod !== undefined || (method === 'passkey' && provedAt === undefined)
    // A second proof makes a session new again only where it is as strong as all that the session claims.
    const isRenewed = second !== undefined && levelOfMethod(second) >= levelOf(proofs)
    const { webId } = context.caller
    const deviceProvedAt = await tx.trustedDevices.trust(account.id, webId, isSecondProved)
    const created = sessions.make({
      accountId: account.id,
      aid: context.aid,
      source: context.source,
      userAgent: context.caller.userAgent,
      address: context.caller.address,
      ...proofs,
      provedAt: isRenewed ? undefined : provedAt,
      secondProvedAt: Math.max(secondProvedAt, deviceProvedAt),
      isSecondProved,
      membership,
    })
    if (membership !== undefined) requireAllowedSession(membership, created.session)
    const session =
      context.sessionToken === undefined
        ? created.session
        : await endFormer(tx, context.sessionToken, created.session)
    await tx.sessions.insert(session)
    const browser = tx.trustedDevices.hashOf(context.caller.webId)
    const failures = [
      ...(hints.hasFailures === false ? [] : failureKeysOf(tx, account, browser)),
      ...(opensProofs(method) || opensProofs(context.secondMethod)
        ? ['', browser].map((one) => tx.proofAttempts.keyFor(account.id, one))
        : []),
    ]
    if (failures.length > 0) await tx.passwordAttempts.clear(failures)
    await tx.events.note(source, isNew ? 'signed_up' : 'signed_in', account.id, by)
    return { account, membership, isNew, method, ...hints, token: created.token, session }
  })
  if (opened instanceof PassportError) throw opened
  for (const cookie of sessionCookies(context.services, opened)) context.setCookie(cookie)
  if (opened.isNew) log.signedUp(context.logId, opened.account.id, operation)
  else log.signedIn(context.logId, opened.account.id, operation)
  return opened
}

// Passkeys, and codes that are sent, which are few a day: a password would give its thief more guesses.
function opensProofs(method: string | undefined): boolean {
  return ['passkey', ...Object.values(codeMethods)].some((name) => name === method)
}

/** Opens a session for a call of the protocol and returns the user for its reply. */
export async function signIn(
  context: Call<Services>,
  next: string | undefined,
  prove: (tx: Services) => Promise<SignedIn>,
): Promise<User> {
  const opened = await openSession(
    {
      services: context.services,
      aid: context.app.aid,
      source: context.params.account_sdk_source,
      caller: context.caller,
      logId: context.logId,
      clientFields: context.clientFields,
      sessionToken: context.sessionToken,
      cookies: context.header('cookie'),
      secondMethod: context.progress.secondMethod,
      setCookie: context.setCookie,
    },
    context.operation,
    async (tx) => {
      const { membership, ...proved } = await prove(tx)
      return { ...proved, membership: membershipInApp(context, membership) }
    },
  )
  context.progress.openedToken = opened.token
  context.bindCsrf(opened.session.hash)
  const user = describeUser(context, opened.account, {
    isNew: opened.isNew,
    membership: opened.membership,
    sessionKey: keepsToken(context) ? opened.token : '',
    sessionExpiresAt: opened.session.expiresAt,
    redirectUrl: next === undefined ? undefined : replyUrlOf(context, next),
  })
  if (opened.hasLinkedAccounts === false) return { ...user, connects: [] }
  return { ...user, connects: await describeLinkedAccounts(context, opened.account.id) }
}

// Scripts of other origins get no session that counts outside their browser.
function keepsToken(context: Call<{ apps: Apps }>): boolean {
  return context.params.account_sdk_source === 'app' && !isForeignPage(context)
}

/** Returns an account in the form of the protocol, by default without session and return URL. */
export function describeUser(
  context: Call<Services>,
  account: Account,
  {
    membership,
    ...view
  }: Partial<Omit<UserView, 'aid' | 'secUserId' | 'avatarUrl' | 'backgroundUrl'>> & {
    membership?: Membership | undefined
  } = {},
): User {
  const user = toUser(account, {
    isNew: false,
    sessionKey: '',
    sessionExpiresAt: 0,
    redirectUrl: undefined,
    showEmail: false,
    showMobile: false,
    ...view,
    aid: context.app.aid,
    secUserId: context.services.accounts.secIdOf(account.id, context.app.aid),
    avatarUrl: context.services.pictures.urlOf(account.avatarKey),
    backgroundUrl: context.services.pictures.urlOf(account.backgroundKey),
  })
  if (membership === undefined) return user
  return { ...user, own_name: user.name, ...describeMembership(context, membership) }
}

function sessionCookies(services: Services, { token, account, session }: OpenedSession): string[] {
  const { accounts, config } = services
  const maxAgeSeconds = SESSION_MS / 1000
  return [
    sessionCookie(config, token, maxAgeSeconds),
    signedInHintCookie(
      config,
      hintOf(accounts.secIdOf(account.id, 0), session.hash),
      maxAgeSeconds,
    ),
  ]
}
