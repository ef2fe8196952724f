import type { Channel, Purpose } from '#protocol/code-types.ts'
import type { Language } from '#protocol/common-params.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { MessageKind } from '../delivery/messages/messages.ts'
import type { Outbox } from '../delivery/outbox.ts'
import type { RateLimit, RateLimits } from '../limits/limits.ts'
import { batched, type BatchLimits } from '../store/batching.ts'
import type { CodeKey } from '../store/code-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Verification } from '../store/verification-repository.ts'
import type { Verifications } from '../two-step/verifications.ts'
import type { Codes } from './codes.ts'

/** A code that somebody asks for. */
export interface CodeOrder {
  readonly key: CodeKey
  readonly recipient: Recipient
  readonly purpose: Purpose
  readonly language: Language
  /** Read out in a call. */
  readonly isVoice: boolean
  readonly limits: readonly RateLimit[]
  /** The second verification that the code is for. */
  readonly verification: Verification | undefined
}

/** Stores codes with the messages that carry them. */
export interface CodeSender {
  /**
   * The statements are the same for known and unknown addresses; only the text differs.
   * @throws code_frequency, too_often.
   */
  send(order: CodeOrder): Promise<void>
}

/** What sending codes needs. */
export interface SenderServices {
  accounts: Pick<Accounts, 'owned'>
  codes: Codes
  outbox: Outbox
  rateLimits: RateLimits
  verifications: Pick<Verifications, 'sent'>
}

// Calls of one moment count in the same rows: one transaction for many of them is quicker than many
// that wait for each other.
const BATCHES: BatchLimits = { maxSize: 32, concurrency: 1 }

/** Sends codes; calls that come at the same time share a transaction. */
export function createCodeSender(transaction: Transaction<SenderServices>): CodeSender {
  return { send: batched(BATCHES, (orders) => transaction((tx) => store(tx, orders))) }
}

async function store(tx: SenderServices, orders: readonly CodeOrder[]): Promise<undefined[]> {
  const known = await knownOf(
    tx,
    orders.map(({ recipient }) => recipient),
  )
  const drafts = orders.map((order) => {
    const message = messageFor(order.purpose, known.has(order.recipient.address))
    return { ...order, message, isOpen: !message.endsWith('_unknown') }
  })
  const issued = await tx.codes.issue(drafts)
  await tx.rateLimits.spend(orders.flatMap(({ limits }) => limits))
  for (const verification of verificationsOf(orders)) await tx.verifications.sent(verification)
  await tx.outbox.add(
    drafts.map(({ recipient, language, message, isOpen, isVoice }, at) => ({
      kind: isVoice && isOpen ? 'voice_code' : message,
      recipient,
      language,
      code: isOpen ? (issued[at] ?? '') : '',
    })),
  )
  return orders.map(() => undefined)
}

// In one order: two servers that note many at once must not wait for each other.
function verificationsOf(orders: readonly CodeOrder[]): Verification[] {
  return orders
    .flatMap(({ verification }) => verification ?? [])
    .toSorted((one, other) => (one.keyHash < other.keyHash ? -1 : 1))
}

// Addresses and numbers cannot be mixed up: one has an @, the other has none.
async function knownOf(
  { accounts }: SenderServices,
  recipients: readonly Recipient[],
): Promise<Set<string>> {
  const known = new Set<string>()
  for (const channel of ['email', 'mobile'] satisfies Channel[]) {
    const addresses = recipients
      .filter((recipient) => recipient.channel === channel)
      .map(({ address }) => address)
    for (const address of await accounts.owned(channel, addresses)) known.add(address)
  }
  return known
}

function messageFor(purpose: Purpose, isKnown: boolean): MessageKind {
  switch (purpose) {
    case 'login':
      return 'login'
    case 'register':
      return isKnown ? 'register_known' : 'register'
    case 'reset':
      return isKnown ? 'reset' : 'reset_unknown'
    case 'bind':
    case 'change':
      return 'bind'
    case 'verify':
    case 'authorize':
    case 'transfer':
      return isKnown ? 'verify' : 'verify_unknown'
  }
}
