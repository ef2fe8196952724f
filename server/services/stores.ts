import type { AccountRepository } from '../store/account-repository.ts'
import type { FormerAddressRepository } from '../store/former-address-repository.ts'
import type { AccountLifecycleRepository } from '../store/account-lifecycle-repository.ts'
import type { AppRepository } from '../store/app-repository.ts'
import type { CodeRepository } from '../store/code-repository.ts'
import type { MailboxRepository } from '../store/message-repository.ts'
import type { OutboxRepository } from '../store/message-repository.ts'
import type { EarlyAccessRepository } from '../store/early-access-repository.ts'
import type { EventRepository } from '../store/event-repository.ts'
import type { MembershipRepository } from '../store/membership-repository.ts'
import type { RateLimitRepository } from '../store/rate-limit-repository.ts'
import type { AttemptLimitRepository } from '../store/attempt-limit-repository.ts'
import type { PasswordAttemptRepository } from '../store/password-attempt-repository.ts'
import type { AvatarRepository } from '../store/avatar-repository.ts'
import type { PlanRepository } from '../store/plan-repository.ts'
import type { PictureRepository } from '../store/picture-repository.ts'
import type { ProfileRepository } from '../store/profile-repository.ts'
import type { PromoCodeRepository } from '../store/promo-code-repository.ts'
import type { QrRepository } from '../store/qr-repository.ts'
import type { SealRepository } from '../store/seal-repository.ts'
import type { SecretMarkRepository } from '../config/secret-marks.ts'
import type { SessionRepository } from '../store/session-repository.ts'
import type { LinkedAccountRepository } from '../store/linked-account-repository.ts'
import type { TelemetryRepository } from '../store/telemetry-repository.ts'
import type { TicketRepository } from '../store/ticket-repository.ts'
import type {
  TrustedDeviceRepository,
  VerificationRepository,
} from '../store/verification-repository.ts'

/** What every noun needs from a database, together. */
export interface Stores {
  readonly accounts: AccountRepository
  readonly addresses: FormerAddressRepository
  readonly apps: AppRepository
  readonly avatars: AvatarRepository
  readonly codes: CodeRepository
  readonly linkedAccounts: LinkedAccountRepository
  readonly counters: RateLimitRepository
  readonly devices: TrustedDeviceRepository
  readonly earlyAccess: EarlyAccessRepository
  readonly events: EventRepository
  readonly memberships: MembershipRepository
  readonly life: AccountLifecycleRepository
  readonly locks: AttemptLimitRepository
  readonly mailbox: MailboxRepository
  readonly outbox: OutboxRepository
  readonly pictures: PictureRepository
  readonly plans: PlanRepository
  readonly profiles: ProfileRepository
  readonly promoCodes: PromoCodeRepository
  readonly qr: QrRepository
  readonly seals: SealRepository
  readonly secretMarks: SecretMarkRepository
  readonly sessions: SessionRepository
  readonly telemetry: TelemetryRepository
  readonly tickets: TicketRepository
  readonly tries: PasswordAttemptRepository
  readonly verifications: VerificationRepository
}

/** Stores whose changes can be made together or not at all. */
export interface TransactionalStores extends Stores {
  /**
   * Runs `body` on stores of one transaction. It may touch nothing else, neither network nor
   * clock: it may run more than once, and all other calls wait for it.
   */
  tx<Result>(body: (stores: Stores) => Promise<Result>): Promise<Result>
}
