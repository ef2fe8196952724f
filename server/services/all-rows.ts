import { accountRows } from '../store/account-repository.ts'
import { addressRows } from '../store/former-address-repository.ts'
import { appRows } from '../store/app-repository.ts'
import { avatarRows } from '../store/avatar-repository.ts'
import { codeRows } from '../store/code-repository.ts'
import { connectionRows } from '../store/linked-account-repository.ts'
import { counterRows } from '../store/rate-limit-repository.ts'
import type { Database, Queries } from '../store/database.ts'
import { earlyAccessRows } from '../store/early-access-repository.ts'
import { eventRows } from '../store/event-repository.ts'
import { identityRows } from '../store/membership-repository.ts'
import { lifeRows } from '../store/account-lifecycle-repository.ts'
import { lockRows } from '../store/attempt-limit-repository.ts'
import { pictureRows } from '../store/picture-repository.ts'
import { profileRows } from '../store/profile-repository.ts'
import { mailboxRows, outboxRows } from '../store/message-repository.ts'
import { planRows } from '../store/plan-repository.ts'
import { promoCodeRows } from '../store/promo-code-repository.ts'
import { qrRows } from '../store/qr-repository.ts'
import { sealRows } from '../store/seal-repository.ts'
import { secretMarkRows } from '../store/secret-mark-repository.ts'
import { sessionRows } from '../store/session-repository.ts'
import { telemetryRows } from '../store/telemetry-repository.ts'
import { ticketRows } from '../store/ticket-repository.ts'
import { tryRows } from '../store/password-attempt-repository.ts'
import { deviceRows, verificationRows } from '../store/verification-repository.ts'
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
    accounts: accountRows(query),
    addresses: addressRows(query),
    apps: appRows(query),
    avatars: avatarRows(query),
    codes: codeRows(query),
    connections: connectionRows(query),
    counters: counterRows(query),
    devices: deviceRows(query),
    earlyAccess: earlyAccessRows(query),
    events: eventRows(query),
    identities: identityRows(query),
    life: lifeRows(query),
    locks: lockRows(query),
    mailbox: mailboxRows(query),
    outbox: outboxRows(query),
    pictures: pictureRows(query),
    plans: planRows(query),
    profiles: profileRows(query),
    promoCodes: promoCodeRows(query),
    qr: qrRows(query),
    seals: sealRows(query),
    secretMarks: secretMarkRows(query),
    sessions: sessionRows(query),
    telemetry: telemetryRows(query),
    tickets: ticketRows(query),
    tries: tryRows(query),
    verifications: verificationRows(query),
  }
}
