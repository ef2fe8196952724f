import { notifyOwner } from '../accounts/notify.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import type { Apps } from '../apps/apps.ts'
import type { RequestSource } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import type { Outbox } from '../delivery/outbox.ts'
import type { Events } from '../events/events.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Sessions, SessionVoucher } from '../sessions/sessions.ts'
import type { QrCode } from '../store/qr-repository.ts'
import type { LiveSession } from '../store/session-repository.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Qr, Scanner } from './qr.ts'

/** Services that this module needs. */
export interface AnswerQrServices {
  apps: Apps
  config: Config
  events: Events
  outbox: Outbox
  qr: Qr
  sessions: Sessions
  transaction: Transaction<AnswerQrServices>
}

/** Who asks to be let in, as the phone shows it. */
export interface QrRequester {
  /** Name of the application that shows the code. */
  appName: string
  /** Browser and system in words, empty where unknown. */
  device: string
  /** Address without its last part. */
  place: string
  requestedAt: number
  /** Origin the person is taken to. */
  nextOrigin: string
  /** Numbers to choose from; empty where none has to be chosen. */
  numbers: readonly number[]
}

/** Reads who asks from a code. */
export async function requesterOf(services: AnswerQrServices, code: QrCode): Promise<QrRequester> {
  const { apps, config, qr } = services
  const app = await apps.find(code.aid)
  return {
    appName: app?.name ?? '',
    device: code.device,
    place: code.place,
    requestedAt: code.createdAt,
    nextOrigin: new URL(code.next, config.SITE_ORIGIN).origin,
    numbers: app?.settings.qr_number_match === true ? qr.numbersOf(code).choices : [],
  }
}

/** Sessions whose networks speak for a device. */
const LATEST_SESSIONS = 100

/**
 * Whether the asking device is on a network that says nothing for it: neither the phone's own nor
 * one on which the account is signed in.
 */
export async function isUnknownNetwork(
  services: AnswerQrServices,
  session: LiveSession,
  caller: { prefix: string },
  code: QrCode,
): Promise<boolean> {
  if (code.network === caller.prefix) return false
  const { list } = await services.sessions.list(session, { offset: 0, limit: LATEST_SESSIONS })
  return !list.some(({ address }) => address === code.place)
}

/** What the person on the phone decided. */
export interface QrAnswer {
  token: string
  action: 'confirm' | 'refuse'
  /** The number that was chosen, where one had to be. */
  number: number | undefined
}

/**
 * Confirms or refuses a code for the account that scanned it. A wrong number refuses: guessing one
 * of three has to be worth nothing. @throws qr_…
 */
export async function answerQr(
  services: AnswerQrServices,
  source: RequestSource,
  scanner: Scanner,
  { token, action, number }: QrAnswer,
): Promise<'confirmed' | 'refused'> {
  const { apps, qr, transaction } = services
  const code = await qr.find(token)
  const app = await apps.find(code.aid)
  const isWrong = app?.settings.qr_number_match === true && qr.numbersOf(code).shown !== number
  const to = action === 'confirm' && !isWrong ? 'confirmed' : 'refused'
  await transaction(async (tx) => {
    await tx.qr.answer(token, scanner, to)
    await tx.events.note(
      source,
      to === 'confirmed' ? 'qr_confirmed' : 'qr_refused',
      scanner.accountId,
    )
  })
  return to
}

/**
 * Uses a confirmed code up and tells the owner of the account. @throws qr_used, also once the
 * session has ended in which it was confirmed.
 */
export async function redeemQr(tx: AnswerQrServices, code: QrCode): Promise<SessionVoucher> {
  const used = await tx.qr.use(code)
  const vouched = used && (await tx.sessions.accountOfSession(used.scannedBy, used.answeredIn))
  if (vouched === undefined) throw new PassportError('qr_used')
  const { account } = vouched
  const about = { device: code.device, address: code.place }
  await notifyOwner(tx, account, 'qr_sign_in', about, recipientsOf(account).slice(0, 1))
  return vouched
}
