import type { MethodListing } from '../two-step/method-listing.ts'
import type { Account } from '../store/schema/accounts.ts'

/** A correct answer that is not used up yet. */
export interface VerifiedAnswer<Tx> {
  /** Uses the answer up, in the transaction of what it allows. @throws if it was used before */
  use(tx: Tx): Promise<void>
}

/** One way to prove who the owner of a known account is. */
export interface SignInMethod<Context, Answer, Verified> extends MethodListing {
  /** Sends a code to the owner; undefined for a method that sends nothing. */
  challenge?(context: Context, account: Account): Promise<void>
  /** Compares an answer and counts the attempt. @throws the rejection of a wrong answer */
  verify(context: Context, account: Account, answer: Answer): Promise<Verified>
}
