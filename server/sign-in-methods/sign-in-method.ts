import type { Account } from '../store/account-repository.ts'
import type { MethodListing } from '../two-step/method-listing.ts'

/** A right answer, which has granted nothing yet. */
export interface VerifiedAnswer<Tx> {
  /** Uses the answer up, in the transaction of what it allows. @throws when it was used before */
  use(tx: Tx): Promise<void>
}

/** One way in which the owner of an account proves who they are. */
export interface SignInMethod<Context, Answer, Verified> extends MethodListing {
  /** Sends what the owner has to answer with; absent where nothing is sent. */
  challenge?(context: Context, account: Account): Promise<void>
  /** Compares an answer and counts the attempt. @throws the rejection of a wrong answer */
  verify(context: Context, account: Account, answer: Answer): Promise<Verified>
}
