import { methodsFor, signInMethods, type MethodsFor } from '#protocol/sign-in-methods.ts'
import { maskedField } from '../accounts/recipients.ts'
import type { Config } from '../config/config.ts'
import type { Outbox } from '../delivery/outbox.ts'
import type { AuthenticatorAppRepository } from '../store/authenticator-app-repository.ts'
import type { RecoveryCodeRepository } from '../store/recovery-code-repository.ts'
import type { LinkedAccountRepository } from '../store/linked-account-repository.ts'
import type { PasskeyRepository } from '../store/passkey-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Account } from '../store/schema/accounts.ts'

/** A sign-in method that an account has. */
export interface EnrolledMethod {
  /** Recipient of its codes; undefined for a method that sends nothing. */
  recipient?: Recipient
  /** Distinguishes several of one method, such as the name of a provider. */
  label?: string
  /** How many of one method the account has; 1 by default. */
  count?: number
}

/** Services that listing methods needs. */
interface ListingServices {
  authenticatorApps: Pick<AuthenticatorAppRepository, 'of'>
  linkedAccounts: Pick<LinkedAccountRepository, 'of'>
  outbox: Outbox
  recoveryCodes: RecoveryCodeRepository
  config: Config
  passkeys: Pick<PasskeyRepository, 'of'>
}

/** The part of a sign-in method that needs no answer from the person. */
export interface MethodListing {
  /** Returns every enrolment of the account; a person may link several providers. */
  list(services: ListingServices, account: Account): Promise<EnrolledMethod[]>
  /** Whether the server can send what the method needs. */
  isAvailable(services: ListingServices): boolean
}

export interface SecondMethodServices extends ListingServices {
  signInMethods: { readonly [Name in MethodsFor<'second'>]: MethodListing }
}

/** A method that an account can use for two-step verification. */
export interface SecondMethod extends EnrolledMethod {
  name: MethodsFor<'second'>
}

/** Returns the methods of an account in the order in which they are offered. */
export async function secondMethodsOf(
  services: SecondMethodServices,
  account: Account,
): Promise<SecondMethod[]> {
  const lists = methodsFor('second').map(async (name) => {
    const enrolled = await services.signInMethods[name].list(services, account)
    return enrolled.map((one) => ({ ...one, name }))
  })
  return (await Promise.all(lists)).flat()
}

/** Returns methods in the form of the protocol, with masked addresses. */
export function describeMethods(methods: readonly SecondMethod[]): {
  verify_way: (typeof signInMethods)[SecondMethod['name']]['wireName']
  email?: string
  mobile?: string
}[] {
  return methods.map(({ name, recipient }) => ({
    verify_way: signInMethods[name].wireName,
    ...(recipient === undefined ? {} : maskedField(recipient)),
  }))
}
