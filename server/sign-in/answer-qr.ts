import { notifyOwner } from '../accounts/notify.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import type { RequestSource } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'
import type { SessionOwner } from '../sessions/sessions.ts'
import type { LiveSession } from '../store/session-repository.ts'
import type { Scanner } from '../qr-sign-in/qr.ts'
import type { QrCode } from '../store/schema/proofs.ts'

/** Description of the device that wants to sign in, for the phone. */
export interface QrRequester {
  /** Name of the application that shows the code. */
  appName: string
  /** Browser and operating system, empty if unknown. */
  device: string
  /** Network address without its last part. */
  maskedAddress: string
  requestedAt: number
  /** Origin of the return URL. */
  nextOrigin: string
  /** Numbers to choose from; empty unless the application requires it. */
  numbers: readonly number[]
}

/** Returns what the phone shows about the requester of a code. */
export async function requesterOf(services: Services, code: QrCode): Promise<QrRequester> {
  const { apps, config, qr } = services
  const app = await apps.find(code.aid)
  return {
    appName: app?.name ?? '',
    device: code.device,
    maskedAddress: code.place,
    requestedAt: code.createdAt,
    nextOrigin: new URL(code.next, config.SITE_ORIGIN).origin,
    numbers: app?.settings.qr_number_match === true ? qr.numbersOf(code).choices : [],
  }
}

/** Returns the person and phone that scan a code, in a call of their session. */
export function scannerOf(
  { app }: { app: { aid: number } },
  { accountId, id }: Pick<LiveSession, 'accountId' | 'id'>,
): Scanner {
  return { accountId, sessionId: id, aid: app.aid }
}

/** Sessions whose networks count as known. */
const LATEST_SESSIONS = 100

/** Returns whether neither the phone nor a session of the account is on the requester's network. */
export async function isUnknownNetwork(
  services: Services,
  session: LiveSession,
  caller: { prefix: string },
  code: QrCode,
): Promise<boolean> {
  if (code.network === caller.prefix) return false
  const { list } = await services.sessions.list(session, { offset: 0, limit: LATEST_SESSIONS })
  return !list.some(({ address }) => address === code.place)
}

/** The decision made on the phone. */
export interface QrAnswer {
  token: string
  action: 'confirm' | 'refuse'
  /** The chosen number; undefined unless the application requires one. */
  number: number | undefined
}

/** A wrong number refuses the code. @throws qr_unknown, qr_expired, qr_used, qr_not_yours */
export async function answerQr(
  services: Services,
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
 * Uses a confirmed code up and notifies the owner of the account.
 * @throws qr_used, also if the session that confirmed it has ended
 */
export async function redeemQr(
  tx: Services,
  source: RequestSource,
  code: QrCode,
): Promise<SessionOwner> {
  const used = await tx.qr.use(code)
  const owner = used && (await tx.sessions.accountOfSession(used.scannedBy, used.answeredIn))
  if (owner === undefined) throw new PassportError('qr_used')
  const { account } = owner
  await notifyOwner(tx, source, account, {
    event: 'qr_confirmed',
    details: { device: code.device, place: code.place },
    recipients: recipientsOf(account).slice(0, 1),
  })
  return owner
}
