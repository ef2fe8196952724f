import type { Level, SignInMethodName } from '#protocol/sign-in-methods.ts'
import { canUsePasskeys } from '../apps/passkey-origins.ts'
import type { Call } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import type { Policy } from '../policy/policy.ts'
import { countsBeside, levelOf, type FirstProof } from './levels.ts'
import type { LiveSession } from '../store/session-repository.ts'
import type { Account } from '../store/schema/accounts.ts'
import { accountLevel, levelUnreachable, methodsReaching } from './account-level.ts'
import type { SecondMethodServices } from './method-listing.ts'

/** The parts of a call that demand a level; forms have no common parameters. */
export type Demanding<Services> = Pick<Call<Services>, 'app' | 'services'> &
  Partial<Pick<Call<Services>, 'params'>>

/** Returns the level that application and call demand where a session is used. */
export function levelOfUse({ app, params }: Demanding<unknown>): Level {
  const { required_level: ofApp } = app.settings
  return Math.max(Number(ofApp), params?.required_level ?? 1) as Level
}

/**
 * Returns the level that a sign-in must reach: what the account demands of its owner, or more where
 * policy, application or call want that and a method of the account reaches it here. Otherwise people sign
 * in below it, and can add one.
 */
export async function signInLevel(
  context: Demanding<SecondMethodServices & { policy: Policy }> &
    Pick<Call<unknown>, 'caller' | 'now'>,
  account: Account,
  operations: readonly string[],
  first: FirstProof = { method: '', secondMethod: '', provedAt: context.now },
): Promise<Level> {
  const { policy } = context.services
  const ofPolicy = operations.map((operation) => policy.ruleFor(operation).level)
  const wanted = Math.max(levelOfUse(context), ...ofPolicy) as Level
  const own = await accountLevel(context.services, account)
  if (wanted <= own) return own
  const reaching = await methodsReaching(context.services, account, wanted)
  const canReach = reaching.some(
    ({ name }) => canAskFor(context, name) && countsBeside(context, first, name),
  )
  return canReach ? wanted : own
}

/** Whether the caller can ask for a method: forms, programs and pages elsewhere can ask for no passkey. */
export function canAskFor(
  context: Demanding<{ config: Config }> & Pick<Call<unknown>, 'caller'>,
  name: SignInMethodName,
): boolean {
  return name !== 'passkey' || (context.params !== undefined && canUsePasskeys(context))
}

/** @throws level_unreachable for a session below the level that application and call demand */
export function requireLevelOfUse(
  context: Demanding<SecondMethodServices>,
  session: Pick<LiveSession, 'method' | 'secondMethod'>,
): void {
  const level = levelOfUse(context)
  if (levelOf(session) < level) throw levelUnreachable(context.services, level)
}
