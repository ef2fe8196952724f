import { create, number, object, optional, record, string, type Infer } from 'superstruct'
import { toSeconds } from '../lib/clock.ts'
import type { Scanner } from '../qr-sign-in/qr.ts'
import type { Services } from '../services/services.ts'
import type { QrCode } from '../store/qr-repository.ts'
import { grantAnswer, type AnswerContext, type Pressed } from './answer-request.ts'
import { answerClient, readOpenRequest } from './authorization-request.ts'
import { beginAuthorization } from './grant.ts'

/** Where the phone is led that scans a QR code for a client. */
export const SCAN_PATH = '/passport/web/open/qrcode/scan'

const grantedStruct = object({
  authorizationId: string(),
  grantId: string(),
  scope: string(),
  sessionId: string(),
  authTime: number(),
})

/** Returns the parameters that a QR code carries. */
export function paramsIn({ request }: QrCode): Readonly<Record<string, string | undefined>> {
  return create(JSON.parse(request), record(string(), optional(string())))
}

/**
 * Answers a QR code that this account has scanned; a wrong number refuses it.
 * @throws qr_unknown, qr_expired, qr_used, qr_not_yours, and what checking the answer of a person does
 */
export async function answerConsentQr(
  context: AnswerContext,
  scanner: Scanner,
  token: string,
  pressed: Pressed,
  chosen: number | undefined,
): Promise<'confirmed' | 'refused'> {
  const { app, services } = context
  const { consentQr, oauth, oauthTokens } = services
  const code = await consentQr.findScanned(token, scanner.accountId)
  const isWrong = app.settings.qr_number_match && consentQr.numbersOf(code).shown !== chosen
  const request = await readOpenRequest({ services }, paramsIn(code))
  const answer: Pressed = isWrong ? { action: 'refuse', session: pressed.session } : pressed
  const answered = await grantAnswer(context, request, answer, () => Promise.resolve(true))
  if (answered === 'refused' || answered === undefined) {
    await consentQr.answer(token, scanner, 'refused')
    return 'refused'
  }
  const { grant, session } = answered
  const begun = await beginAuthorization(services, request, session, grant)
  const granted: Infer<typeof grantedStruct> = {
    ...begun,
    grantId: grant.id,
    sessionId: oauth.sessionIdFor(request.client.id, session.hash),
    authTime: toSeconds(session.provedAt),
  }
  try {
    await consentQr.answer(token, scanner, 'confirmed', JSON.stringify(granted))
  } catch (error) {
    // Another tap was quicker, and only what it began may have tokens.
    await oauthTokens.end(begun.authorizationId)
    throw error
  }
  return 'confirmed'
}

/** Makes the code for the client of a confirmed QR code, which is used up; undefined when it was used. */
export async function redeemConsentQr(
  services: Services,
  code: QrCode,
): Promise<{ address: string; code: string | undefined; scope: string } | undefined> {
  const used = await services.consentQr.use(code)
  if (used === undefined) return undefined
  const request = await readOpenRequest({ services }, paramsIn(used))
  const granted = create(JSON.parse(used.granted), grantedStruct)
  const engine = await services.oauth.engine()
  const answer = await answerClient(request, services.config.PUBLIC_ORIGIN, () =>
    engine.issueCode({
      ...granted,
      clientId: request.client.id,
      redirectUri: request.redirectUri,
      codeChallenge: request.codeChallenge,
      nonce: request.nonce,
      dpopKey: request.dpopKey,
      resource: request.resource?.id,
    }),
  )
  return { ...answer, scope: granted.scope }
}
