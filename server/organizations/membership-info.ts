import type { Member, User } from '#protocol/objects.ts'
import type { Account } from '../store/account-repository.ts'
import { noSession, type Context } from '../endpoints/handler.ts'
import { ONESELF } from './memberships.ts'
import type { Identity } from '../store/membership-repository.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { LiveSession } from '../store/session-repository.ts'

/** Kind of a person within an enterprise account: one who acts for it, or manages it. */
const DEPUTY = 1
const MANAGER = 2

/** The enterprise application a call is about: that of `subject_aid`, or the one that calls. */
export function subjectAppOf({ app, params }: Context): number {
  return params.subject_aid ?? app.aid
}

/** @throws bad_app for a `subject_aid` that is not registered. */
export async function ensureSubjectApp(context: Context): Promise<void> {
  const { subject_aid: aid } = context.params
  if (aid !== undefined && (await context.services.apps.find(aid)) === undefined) {
    throw new PassportError('bad_app')
  }
}

/**
 * Identities that a person has to choose from when signing in. Only clients of enterprises ask;
 * everywhere else people are themselves until they change over.
 */
export async function identitiesToAsk(
  context: Context,
  accountId: string,
  withFrozen: boolean,
): Promise<Identity[]> {
  if (context.params.subject_aid === undefined && context.family !== 'aff') return []
  await ensureSubjectApp(context)
  const { identities, stores } = context.services
  return await identities.of(stores, accountId, subjectAppOf(context), withFrozen)
}

/** An identity where it counts: elsewhere people are themselves, and nobody learns of it. */
export function inOwnApp(context: Context, identity: Identity | undefined): Identity | undefined {
  return identity?.aid === subjectAppOf(context) ? identity : undefined
}

/** As whom a session acts for this application; undefined for the person themself. */
export async function identityOf(
  context: Context,
  { accountId, identityId }: Pick<LiveSession, 'accountId' | 'identityId'>,
): Promise<Identity | undefined> {
  if (identityId === '') return undefined
  const { identities, stores } = context.services
  const identity = await identities.find(stores, accountId, identityId)
  // It was taken away or frozen a moment ago: nobody is to find themself with other rights.
  if (identity === undefined) throw noSession()
  return inOwnApp(context, identity)
}

/** The person themself and all identities, as they travel; `current` is that of the session. */
export function describeIdentities(
  context: Context,
  account: Account,
  identities: readonly Identity[],
  current: string | undefined,
): Member[] {
  const { avatars, identities: rules } = context.services
  const oneself = {
    id: ONESELF,
    subjectId: ONESELF,
    subjectName: '',
    logoUrl: avatars.urlOf(account.avatarKey),
    name: account.name,
    isFrozen: account.state === 'frozen',
  }
  return [oneself, ...identities].map((one) => ({
    sec_member_id: rules.memberIdOf(account.id, one.id, context.app.aid),
    subject_uid: one.subjectId,
    user_identity_id: one.id,
    subject_name: one.subjectName,
    logo_url: one.logoUrl,
    deputy_name: one.name,
    is_frozen: one.isFrozen ? 1 : 0,
    current: current === one.id ? 1 : 0,
  }))
}

/** What differs of a person who acts as an identity of theirs. */
export function describeIdentity({ app, services }: Context, identity: Identity): Partial<User> {
  return {
    name: identity.name,
    screen_name: identity.name,
    passport_enterprise_user_type: identity.isManager ? MANAGER : DEPUTY,
    sec_subject_uid: services.identities.secSubjectIdOf(identity.subjectId, app.aid),
    login_subject_uid: identity.subjectId,
    user_identity_id: identity.id,
  }
}
