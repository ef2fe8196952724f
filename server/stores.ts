import type { AccountStore } from './accounts/account-store.ts'
import type { AddressStore } from './accounts/address-store.ts'
import type { LifeStore } from './accounts/life-store.ts'
import type { AppStore } from './apps/app-store.ts'
import type { CodeStore } from './codes/code-store.ts'
import type { MailboxStore } from './delivery/mailbox-store.ts'
import type { OutboxStore } from './delivery/outbox-store.ts'
import type { EarlyAccessStore } from './early-access/early-access-store.ts'
import type { EventStore } from './events/event-store.ts'
import type { IdentityStore } from './identities/identity-store.ts'
import type { CounterStore } from './limits/counter-store.ts'
import type { LockStore } from './passwords/lock-store.ts'
import type { TryStore } from './passwords/try-store.ts'
import type { AvatarStore } from './profiles/avatar-store.ts'
import type { PlanStore } from './plans/plan-store.ts'
import type { PictureStore } from './profiles/picture-store.ts'
import type { ProfileStore } from './profiles/profile-store.ts'
import type { PromoCodeStore } from './promo-codes/promo-code-store.ts'
import type { QrStore } from './qr/qr-store.ts'
import type { SealStore } from './seal/seal-store.ts'
import type { SecretMarkStore } from './secret-marks.ts'
import type { SessionStore } from './sessions/session-store.ts'
import type { ConnectionStore } from './third-party/connection-store.ts'
import type { TelemetryStore } from './telemetry/telemetry-store.ts'
import type { TicketStore } from './tickets/ticket-store.ts'
import type { DeviceStore, VerificationStore } from './verification/verification-store.ts'

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
