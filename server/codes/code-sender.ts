import type { Channel, Purpose } from '#protocol/code-types.ts'
import type { Language } from '#protocol/common-params.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { MessageKind } from '../delivery/messages/messages.ts'
import type { Outbox } from '../delivery/outbox.ts'
import type { RateLimit, RateLimits } from '../limits/limits.ts'
import { batched, type BatchLimits } from '../store/batching.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Verifications } from '../two-step/verifications.ts'
import type { Codes } from './codes.ts'
import type { CodeKey, Verification } from '../store/schema/proofs.ts'

/** A code to send. */
export interface CodeToSend {
  readonly key: CodeKey
  readonly recipient: Recipient
  readonly purpose: Purpose
  readonly language: Language
  /** Whether the code is read out in a voice call. */
  readonly isVoice: boolean
  readonly limits: readonly RateLimit[]
  /** The code of a test address, to which nothing is sent. */
  readonly testCode: string | undefined
  /** The two-step verification that the code is for. */
  readonly verification: Verification | undefined
  readonly logId: string
}

/** Stores codes together with the messages that contain them. */
export interface CodeSender {
  /**
   * Executes the same statements for known and unknown addresses; only the message differs.
   * @throws code_frequency, too_often
   */
  send(code: CodeToSend): Promise<void>
}

export interface SenderServices {
  accounts: Pick<Accounts, 'owned'>
  codes: Codes
  outbox: Outbox
  rateLimits: RateLimits
  verifications: Pick<Verifications, 'sent'>
}

// Concurrent calls count in the same rows, so separate transactions would wait for each other.
const BATCHES: BatchLimits = { maxSize: 32, concurrency: 1 }

/** Concurrent calls share a transaction. */
export function createCodeSender(transaction: Transaction<SenderServices>): CodeSender {
  return { send: batched(BATCHES, (codes) => transaction((tx) => store(tx, codes))) }
}

async function store(tx: SenderServices, codes: readonly CodeToSend[]): Promise<undefined[]> {
  const owned = await ownedAddresses(
    tx,
    codes.map(({ recipient }) => recipient),
  )
  const drafts = codes.map((code) => {
    const message = messageFor(code.purpose, owned.has(code.recipient.address))
    return { ...code, message, isDecoy: message.endsWith('_unknown') }
  })
  const issued = await tx.codes.issue(drafts)
  await tx.rateLimits.spend(codes.flatMap(({ limits }) => limits))
  for (const verification of verificationsOf(codes)) await tx.verifications.sent(verification)
  const messages = drafts.map(
    ({ key, recipient, language, message, isDecoy, isVoice, logId }, index) => ({
      kind: isVoice && !isDecoy ? ('voice_code' as const) : message,
      aid: key.aid,
      recipient,
      language,
      code: isDecoy ? '' : (issued[index] ?? ''),
      logId,
    }),
  )
  await tx.outbox.add(messages.filter((_, index) => drafts[index]?.testCode === undefined))
  return codes.map(() => undefined)
}

// Sorted, because two instances that update the same rows in different orders could deadlock.
function verificationsOf(codes: readonly CodeToSend[]): Verification[] {
  return codes
    .flatMap(({ verification }) => verification ?? [])
    .toSorted((one, other) => (one.keyHash < other.keyHash ? -1 : 1))
}

// One set for both channels: only e-mail addresses contain an @.
async function ownedAddresses(
  { accounts }: SenderServices,
  recipients: readonly Recipient[],
): Promise<Set<string>> {
  const owned = new Set<string>()
  for (const channel of ['email', 'mobile'] satisfies Channel[]) {
    const addresses = recipients
      .filter((recipient) => recipient.channel === channel)
      .map(({ address }) => address)
    for (const address of await accounts.owned(channel, addresses)) owned.add(address)
  }
  return owned
}

function messageFor(purpose: Purpose, isOwned: boolean): MessageKind {
  switch (purpose) {
    case 'login':
      return 'login'
    case 'register':
      return isOwned ? 'register_known' : 'register'
    case 'reset':
      return isOwned ? 'reset' : 'reset_unknown'
    case 'bind':
    case 'change':
      return 'bind'
    case 'verify':
    case 'authorize':
    case 'recover':
      return isOwned ? 'verify' : 'verify_unknown'
  }
}
