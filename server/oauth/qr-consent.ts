import { array, create, number, optional, record, string, type } from 'superstruct'
import type { Scanner } from '../qr-sign-in/qr.ts'
import type { Services } from '../services/services.ts'
import { grantAnswer, type AnswerContext, type ConsentAnswer } from './answer-request.ts'
import { readOpenRequest } from './authorization-request.ts'
import { answerClient } from './client-answer.ts'
import { beginAuthorization, issueCodeOf } from './grant.ts'
import type { QrCode } from '../store/schema/proofs.ts'

/** Path of the URL in a client's QR code. */
export const SCAN_PATH = '/passport/web/open/qrcode/scan'

const grantedStruct = type({
  authorizationId: string(),
  grantId: string(),
  scope: string(),
  sessionId: string(),
  authTime: number(),
  acr: optional(string()),
  amr: optional(array(string())),
})

/** Returns the authorization parameters of a QR code. */
export function paramsIn({ request }: QrCode): Readonly<Record<string, string | undefined>> {
  return create(JSON.parse(request), record(string(), optional(string())))
}

/**
 * Answers a QR code that this account has scanned; a wrong number refuses it.
 * @throws qr_unknown, qr_expired, qr_used, qr_not_yours, and like `answerRequest`
 */
export async function answerConsentQr(
  context: AnswerContext,
  scanner: Scanner,
  token: string,
  consentAnswer: ConsentAnswer,
  chosen: number | undefined,
): Promise<'confirmed' | 'refused'> {
  const { app, services } = context
  const { consentQr, oauthTokens } = services
  const code = await consentQr.findScanned(token, scanner.accountId)
  const isWrong = app.settings.qr_number_match && consentQr.numbersOf(code).shown !== chosen
  const request = await readOpenRequest({ services }, paramsIn(code))
  const answer: ConsentAnswer = isWrong
    ? { action: 'refuse', session: consentAnswer.session }
    : consentAnswer
  const answered = await grantAnswer(context, request, answer, () => Promise.resolve(true))
  if (answered === 'refused' || answered === undefined) {
    await consentQr.answer(token, scanner, 'refused')
    return 'refused'
  }
  const { grant, session } = answered
  const begun = await beginAuthorization(services, request, session, grant)
  try {
    await consentQr.answer(token, scanner, 'confirmed', JSON.stringify(begun))
  } catch (error) {
    // Another confirmation came first; only its authorization may get tokens.
    await oauthTokens.end(begun.authorizationId)
    throw error
  }
  return 'confirmed'
}

/** Uses a confirmed QR code up and issues the client's code; undefined if it was used before. */
export async function redeemConsentQr(
  services: Services,
  code: QrCode,
): Promise<{ address: string; code: string | undefined; scope: string } | undefined> {
  const used = await services.consentQr.use(code)
  if (used === undefined) return undefined
  const request = await readOpenRequest({ services }, paramsIn(used))
  const { acr, amr, ...granted } = create(JSON.parse(used.granted), grantedStruct)
  const begun = { ...granted, ...(acr !== undefined && { acr }), ...(amr && { amr }) }
  const answer = await answerClient(services, request, () => issueCodeOf(services, request, begun))
  return { ...answer, scope: granted.scope }
}
