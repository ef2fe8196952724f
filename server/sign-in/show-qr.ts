import type { Call } from '../calls/call.ts'
import { maskAddress } from '../lib/address.ts'
import { toSeconds } from '../lib/clock.ts'
import { describeDevice } from '../lib/describe-device.ts'
import { hashToken } from '../lib/tokens.ts'
import type { Services } from '../services/services.ts'
import { renewBinding } from '../qr-sign-in/bind-browser.ts'
import { drawQr } from '../qr-sign-in/draw-qr.ts'
import { MAX_CODES_PER_NETWORK, QR_LIFE_MS, type QrKind } from '../qr-sign-in/qr.ts'
import type { QrCode } from '../store/schema/proofs.ts'

/** A new code in the form of the protocol. */
export interface ShownQr {
  token: string
  qrcode: string
  qrcode_index_url: string
  expire_time: number
  match_number?: number
}

/**
 * Creates a code for the requesting device; undefined while too many of its codes are open.
 * @throws too_often for too many codes of one network
 */
export async function showQr(
  context: Call<Services>,
  bindHash: string,
  next: string,
): Promise<ShownQr | undefined> {
  const path = '/passport/web/scan_qrcode'
  return await showQrOf(context, { kind: 'sign-in', path, bindHash, next, request: '' })
}

/** Properties of a new code. */
export interface QrToShow {
  kind: QrKind
  /** Path of the page that the phone opens. */
  path: string
  bindHash: string
  next: string
  request: string
}

/** Creates a code of any kind, like `showQr`. */
export async function showQrOf(
  context: Call<Services>,
  { kind, path, bindHash, next, request }: QrToShow,
): Promise<ShownQr | undefined> {
  const { app, caller, services } = context
  const { config, qr, rateLimits, transaction } = services
  await rateLimits.spend([
    { key: `qr codes ${caller.prefix}`, max: MAX_CODES_PER_NETWORK, windowMs: QR_LIFE_MS },
  ])
  const row = {
    aid: app.aid,
    bindHash,
    holder: hashToken(`${caller.prefix} ${caller.webId || caller.userAgent}`),
    network: caller.prefix,
    place: maskAddress(caller.address),
    device: describeDevice(caller.userAgent),
    next,
    request,
  }
  const created = await transaction((tx) => (kind === 'consent' ? tx.consentQr : tx.qr).create(row))
  if (created === undefined) return undefined
  const query = new URLSearchParams({ aid: String(app.aid), token: created.scanToken })
  const url = `${config.PUBLIC_ORIGIN}${path}?${query.toString()}`
  return {
    token: created.pollToken,
    qrcode: `${app.settings.qr_data_uri ? 'data:image/png;base64,' : ''}${await drawQr(url)}`,
    qrcode_index_url: url,
    expire_time: toSeconds(created.code.expiresAt),
    ...(app.settings.qr_number_match ? { match_number: qr.numbersOf(created.code).shown } : {}),
  }
}

/** Replaces an expired code; empty if it was replaced before or too many codes are open. */
export async function renewQr(context: Call<Services>, code: QrCode): Promise<Partial<ShownQr>> {
  if (!(await context.services.qr.renew(code))) return {}
  renewBinding(context)
  return (await showQr(context, code.bindHash, code.next)) ?? {}
}
