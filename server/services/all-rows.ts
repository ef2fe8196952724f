import { accountRepository } from '../store/account-repository.ts'
import { formerAddressRepository } from '../store/former-address-repository.ts'
import { appRepository } from '../store/app-repository.ts'
import { avatarRepository } from '../store/avatar-repository.ts'
import { codeRepository } from '../store/code-repository.ts'
import { linkedAccountRepository } from '../store/linked-account-repository.ts'
import { rateLimitRepository } from '../store/rate-limit-repository.ts'
import type { Database, Queries } from '../store/database.ts'
import { earlyAccessRepository } from '../store/early-access-repository.ts'
import { eventRepository } from '../store/event-repository.ts'
import { membershipRepository } from '../store/membership-repository.ts'
import { accountLifecycleRepository } from '../store/account-lifecycle-repository.ts'
import { attemptLimitRepository } from '../store/attempt-limit-repository.ts'
import { pictureRepository } from '../store/picture-repository.ts'
import { profileRepository } from '../store/profile-repository.ts'
import { mailboxRepository, outboxRepository } from '../store/message-repository.ts'
import { planRepository } from '../store/plan-repository.ts'
import { promoCodeRepository } from '../store/promo-code-repository.ts'
import { qrRepository } from '../store/qr-repository.ts'
import { sealRepository } from '../store/seal-repository.ts'
import { secretMarkRepository } from '../store/secret-mark-repository.ts'
import { sessionRepository } from '../store/session-repository.ts'
import { telemetryRepository } from '../store/telemetry-repository.ts'
import { ticketRepository } from '../store/ticket-repository.ts'
import { passwordAttemptRepository } from '../store/password-attempt-repository.ts'
import {
  trustedDeviceRepository,
  verificationRepository,
} from '../store/verification-repository.ts'
import type { Stores, TransactionalStores } from './stores.ts'

/** All stores of a database. */
export function createStores(database: Database): TransactionalStores {
  return {
    ...storesOn(database.query),
    tx: (body) => database.tx((query) => body(storesOn(query))),
  }
}

function storesOn(query: Queries): Stores {
  return {
    accounts: accountRepository(query),
    addresses: formerAddressRepository(query),
    apps: appRepository(query),
    avatars: avatarRepository(query),
    codes: codeRepository(query),
    linkedAccounts: linkedAccountRepository(query),
    counters: rateLimitRepository(query),
    devices: trustedDeviceRepository(query),
    earlyAccess: earlyAccessRepository(query),
    events: eventRepository(query),
    memberships: membershipRepository(query),
    life: accountLifecycleRepository(query),
    locks: attemptLimitRepository(query),
    mailbox: mailboxRepository(query),
    outbox: outboxRepository(query),
    pictures: pictureRepository(query),
    plans: planRepository(query),
    profiles: profileRepository(query),
    promoCodes: promoCodeRepository(query),
    qr: qrRepository(query),
    seals: sealRepository(query),
    secretMarks: secretMarkRepository(query),
    sessions: sessionRepository(query),
    telemetry: telemetryRepository(query),
    tickets: ticketRepository(query),
    tries: passwordAttemptRepository(query),
    verifications: verificationRepository(query),
  }
}
