import { accountRows } from './account-rows.ts'
import { addressRows } from './address-rows.ts'
import { appRows } from './app-rows.ts'
import { avatarRows } from './avatar-rows.ts'
import { codeRows } from './code-rows.ts'
import { connectionRows } from './connection-rows.ts'
import { counterRows } from './counter-rows.ts'
import type { Database, Queries } from './database.ts'
import { earlyAccessRows } from './early-access-rows.ts'
import { eventRows } from './event-rows.ts'
import { identityRows } from './identity-rows.ts'
import { lifeRows } from './life-rows.ts'
import { lockRows } from './lock-rows.ts'
import { pictureRows } from './picture-rows.ts'
import { profileRows } from './profile-rows.ts'
import { mailboxRows, outboxRows } from './message-rows.ts'
import { planRows } from './plan-rows.ts'
import { promoCodeRows } from './promo-code-rows.ts'
import { qrRows } from './qr-rows.ts'
import { sealRows } from './seal-rows.ts'
import { secretMarkRows } from './secret-mark-rows.ts'
import { sessionRows } from './session-rows.ts'
import { telemetryRows } from './telemetry-rows.ts'
import { ticketRows } from './ticket-rows.ts'
import { tryRows } from './try-rows.ts'
import { deviceRows, verificationRows } from './verification-rows.ts'
import type { Stores, TransactionalStores } from '../stores.ts'

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
