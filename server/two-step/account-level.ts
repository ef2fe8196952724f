import { levelOfMethod, methodsFor, signInMethods, type Level } from '#protocol/sign-in-methods.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Account } from '../store/schema/accounts.ts'
import { levelOf, type Proofs } from './levels.ts'
import { secondMethodsOf, type SecondMethod, type SecondMethodServices } from './method-listing.ts'

/** Returns the methods of an account that reach a level as a second proof. */
export async function methodsReaching(
  services: SecondMethodServices,
  account: Account,
  level: Level,
): Promise<SecondMethod[]> {
  const methods = await secondMethodsOf(services, account)
  return methods.filter(
    ({ name }) =>
      levelOfMethod(name) >= level && services.signInMethods[name].isAvailable(services),
  )
}

/** Returns the level that an account demands of its owner; 1 while nothing of it reaches more. */
export async function accountLevel(
  services: SecondMethodServices,
  account: Account,
): Promise<Level> {
  const { requiredLevel: level } = account
  if (level === 1) return 1
  return (await methodsReaching(services, account, level)).length > 0 ? level : 1
}

/** Whether these, which all reach level 2, let an account demand it: a device, and something that replaces it. */
export function areEnoughForLevel2(methods: readonly SecondMethod[]): boolean {
  const count = methods.reduce((sum, one) => sum + (one.count ?? 1), 0)
  return count > 1 && hasDevice(methods)
}

/** Whether there is a device among the methods. */
export function hasDevice(methods: readonly SecondMethod[]): boolean {
  return methods.some(({ name }) => signInMethods[name].factor === 'device')
}

/** Returns the error of a level that a session or account does not reach, with what can be added to it. */
export function levelUnreachable(services: SecondMethodServices, level: Level): PassportError {
  const devices = methodsFor('second').filter((name) => {
    const isEnough = levelOfMethod(name) >= level && signInMethods[name].factor === 'device'
    return isEnough && services.signInMethods[name].isAvailable(services)
  })
  return new PassportError('level_unreachable', {
    required_level: level,
    add_ways: devices.map((name) => signInMethods[name].wireName),
  })
}

/** @throws level_unreachable for a session below the level that its account demands */
export async function requireAccountLevel(
  services: SecondMethodServices,
  account: Account,
  proofs: Proofs,
): Promise<void> {
  const level = await accountLevel(services, account)
  if (levelOf(proofs) < level) throw levelUnreachable(services, level)
}
