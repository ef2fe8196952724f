import { requireOwnPage } from '../apps/require-origin.ts'
import type { Reply } from '#protocol/endpoint.ts'
import type * as endpoints from '#protocol/web/open-qr.ts'
import { signedIn } from '../calls/call.ts'
import { SECOND_MS, toSeconds } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { consentStateOf, type ConsentAnswer } from '../oauth/answer-request.ts'
import { readOpenRequest } from '../oauth/authorization-request.ts'
import { isClientSecret } from '../oauth/clients.ts'
import { answerConsentQr, paramsIn, redeemConsentQr, SCAN_PATH } from '../oauth/qr-consent.ts'
import { requesterOf, scannerOf } from '../sign-in/answer-qr.ts'
import { bindBrowser, bindHashesOf } from '../qr-sign-in/bind-browser.ts'
import { noteEnd } from '../qr-sign-in/note-end.ts'
import { QR_INTERVAL_MS, QR_LIFE_MS, stateAt } from '../qr-sign-in/qr.ts'
import { showQrOf } from '../sign-in/show-qr.ts'
import type { Context, Handlers } from './handler.ts'
import { describeClient, describeQuestions } from './open-authorization.ts'
import type { QrCode } from '../store/schema/proofs.ts'

/** Handlers of `protocol/web/open-qr.ts`. */
export const openQr = {
  getOpenQrcode: async ({ client_ticket: clientTicket, next, ...rest }, context) => {
    requireOwnPage(context)
    const params = { ...rest, redirect_uri: rest.redirect_uri ?? next }
    const request = await readOpenRequest(context, params)
    const shown = await showQrOf(context, {
      kind: 'consent',
      path: SCAN_PATH,
      bindHash: bindBrowser(context, 'always'),
      next: request.redirectUri,
      request: JSON.stringify({ ...params, client_ticket: clientTicket }),
    })
    if (shown === undefined) {
      throw new PassportError('too_often', { retry_after: QR_LIFE_MS / SECOND_MS })
    }
    return {
      ...shown,
      scan_qrcode_url: shown.qrcode_index_url,
      interval: QR_INTERVAL_MS,
      app_name: request.client.name,
      ...(clientTicket !== undefined && { client_ticket: clientTicket }),
    }
  },

  checkOpenQrcode: async ({ client_key: key, client_secret: secret, token }, context) => {
    requireOwnPage(context)
    const { app, isInAddress, method, now, services } = context
    if (secret !== undefined && (method === 'GET' || isInAddress('client_secret'))) {
      throw new PassportError('open_request_invalid', { reason: 'send it in the body of a POST' })
    }
    const found = await services.consentQr.find(token)
    if (paramsIn(found).client_key !== key) throw new PassportError('qr_unknown')
    const isProved = secret !== undefined && (await isSecretOf(context, key, secret))
    const binding = isProved ? [found.bindHash] : bindHashesOf(context)
    const code = await services.consentQr.poll(token, app.aid, binding)
    const { client_ticket: clientTicket } = paramsIn(code)
    const more = {
      interval: QR_INTERVAL_MS,
      ...(clientTicket !== undefined && { client_ticket: clientTicket }),
    }
    await noteEnd(context, code)
    switch (stateAt(code, now)) {
      case 'new':
        return { status: context.family === 'root' ? 'new' : 'to_scan', ...more }
      case 'scanned':
        return { status: 'scanned', ...more }
      case 'confirmed':
        return { ...(await result(context, code)), ...more }
      case 'refused':
        return { status: 'refused', sub_status: 'refused', ...more }
      case 'utilised':
        return { status: 'expired', sub_status: 'utilised', ...more }
      case 'expired':
        return { status: 'expired', sub_status: 'expired', ...more }
    }
  },

  scanOpenQrcode: async ({ token }, context) => {
    requireOwnPage(context)
    const { services } = context
    const session = signedIn(context)
    const code = await services.consentQr.scan(token, scannerOf(context, session))
    const request = await readOpenRequest(context, paramsIn(code))
    const state = await consentStateOf(context, request, code.createdAt, session)
    const requester = await requesterOf(services, code)
    const client = describeClient(services, request)
    return {
      status: 'scanned',
      client: {
        ...client,
        ip_city: requester.maskedAddress,
        user_agent: requester.device,
        requested_at: toSeconds(requester.requestedAt),
      },
      ...describeQuestions(state),
      returns_to: client.host,
      ...(requester.numbers.length > 0 && { numbers: requester.numbers.join(',') }),
    }
  },

  confirmOpenQrcode: async (payload, context) => {
    requireOwnPage(context)
    const session = signedIn(context)
    const { action, number, scopes = '', token, user_identity_id: identityId } = payload
    const consentAnswer: ConsentAnswer =
      action === 'refuse'
        ? { action, session }
        : { action, session, scopes: scopes.split(/[\s,]+/), identityId }
    const scanner = scannerOf(context, session)
    return { status: await answerConsentQr(context, scanner, token, consentAnswer, number) }
  },
} satisfies Handlers<typeof endpoints>

async function result(
  { services }: Context,
  code: QrCode,
): Promise<Pick<Reply<typeof endpoints.checkOpenQrcode>, 'status' | 'sub_status'>> {
  const redeemed = await redeemConsentQr(services, code)
  if (redeemed === undefined) return { status: 'expired', sub_status: 'utilised' }
  const { address, code: issued, scope } = redeemed
  const answer = {
    status: 'confirmed' as const,
    redirect_url: address,
    scopes: scope.replaceAll(' ', ','),
    ...(issued !== undefined && { code: issued }),
  }
  return answer
}

async function isSecretOf({ services }: Context, id: string, secret: string): Promise<boolean> {
  const client = await services.oauth.findClient(id)
  if (client === undefined) throw new PassportError('client_unknown')
  const stored = `${client.secretHash} ${client.formerSecretHash}`.trim()
  if (stored !== '' && isClientSecret(secret, stored)) return true
  throw new PassportError('client_secret_error')
}
