import { methodsFor, signInMethods, type MethodsFor } from '#protocol/sign-in-methods.ts'
import { maskedField } from '../accounts/recipients.ts'
import type { Outbox } from '../delivery/outbox.ts'
import type { Account } from '../store/account-repository.ts'
import type { LinkedAccountRepository } from '../store/linked-account-repository.ts'
import type { Recipient } from '../store/recipient.ts'

/** What an account has of a sign-in method. */
export interface EnrolledMethod {
  /** Where the method sends something to; undefined for a method that sends nothing. */
  recipient?: Recipient
  /** What tells it from others of its kind, such as the name of a provider. */
  label?: string
}

/** Services that listing methods needs. */
interface ListingServices {
  linkedAccounts: Pick<LinkedAccountRepository, 'of'>
  outbox: Outbox
}

/** What is known of a sign-in method without an answer to it. */
export interface MethodListing {
  /** Returns what the account has of this method. */
  list(services: ListingServices, account: Account): Promise<EnrolledMethod[]>
  /** Whether the server can send what the method needs. */
  isAvailable(services: ListingServices): boolean
}

/** Services that listing second methods needs. */
export interface SecondMethodServices extends ListingServices {
  signInMethods: { readonly [Name in MethodsFor<'second'>]: MethodListing }
}

/** A method that can be asked for as a second proof. */
export interface SecondMethod extends EnrolledMethod {
  name: MethodsFor<'second'>
}

/** Returns what an account has to prove itself with, in the order in which it is offered. */
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

/** Methods as they travel, with masked addresses. */
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
