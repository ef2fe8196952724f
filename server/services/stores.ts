import type { AccountStore } from '../store/account-repository.ts'
import type { AddressStore } from '../store/former-address-repository.ts'
import type { LifeStore } from '../store/account-lifecycle-repository.ts'
import type { AppStore } from '../store/app-repository.ts'
import type { CodeStore } from '../store/code-repository.ts'
import type { MailboxStore } from '../store/message-repository.ts'
import type { OutboxStore } from '../store/message-repository.ts'
import type { EarlyAccessStore } from '../store/early-access-repository.ts'
import type { EventStore } from '../store/event-repository.ts'
import type { IdentityStore } from '../store/membership-repository.ts'
import type { CounterStore } from '../store/rate-limit-repository.ts'
import type { LockStore } from '../store/attempt-limit-repository.ts'
import type { TryStore } from '../store/password-attempt-repository.ts'
import type { AvatarStore } from '../store/avatar-repository.ts'
import type { PlanStore } from '../store/plan-repository.ts'
import type { PictureStore } from '../store/picture-repository.ts'
import type { ProfileStore } from '../store/profile-repository.ts'
import type { PromoCodeStore } from '../store/promo-code-repository.ts'
import type { QrStore } from '../store/qr-repository.ts'
import type { SealStore } from '../store/seal-repository.ts'
import type { SecretMarkStore } from '../config/secret-marks.ts'
import type { SessionStore } from '../store/session-repository.ts'
import type { ConnectionStore } from '../store/linked-account-repository.ts'
import type { TelemetryStore } from '../store/telemetry-repository.ts'
import type { TicketStore } from '../store/ticket-repository.ts'
import type { DeviceStore, VerificationStore } from '../store/verification-repository.ts'

/** What every noun needs from a database, together. */
export interface Stores {
  readonly accounts: AccountStore
  readonly addresses: AddressStore
  readonly apps: AppStore
  readonly avatars: AvatarStore
  readonly codes: CodeStore
  readonly connections: ConnectionStore
  readonly counters: CounterStore
  readonly devices: DeviceStore
  readonly earlyAccess: EarlyAccessStore
  readonly events: EventStore
  readonly identities: IdentityStore
  readonly life: LifeStore
  readonly locks: LockStore
  readonly mailbox: MailboxStore
  readonly outbox: OutboxStore
  readonly pictures: PictureStore
  readonly plans: PlanStore
  readonly profiles: ProfileStore
  readonly promoCodes: PromoCodeStore
  readonly qr: QrStore
  readonly seals: SealStore
  readonly secretMarks: SecretMarkStore
  readonly sessions: SessionStore
  readonly telemetry: TelemetryStore
  readonly tickets: TicketStore
  readonly tries: TryStore
  readonly verifications: VerificationStore
}

/** Stores whose changes can be made together or not at all. */
export interface TransactionalStores extends Stores {
  /**
   * Runs `body` on stores of one transaction. It may touch nothing else, neither network nor
   * clock: it may run more than once, and all other calls wait for it.
   */
  tx<Result>(body: (stores: Stores) => Promise<Result>): Promise<Result>
}
