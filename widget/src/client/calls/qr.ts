import type { User } from '#protocol/objects.ts'
import { checkQrconnect, getQrcode } from '#protocol/web/qr.ts'
import type { SendOptions } from '../create-client.ts'
import type { Send } from './send.ts'

/** A code that a phone scans. */
export interface QrCode {
  token: string
  /** PNG in base64. */
  picture: string
  /** Number that the person compares with the phone. */
  number: number | undefined
}

/** State of a code; `interval` is the time until the next look, in milliseconds. */
export interface QrLook {
  status: string
  interval: number
  /** Who signs in, once confirmed. */
  user: User | undefined
  /** Name of who has scanned it. */
  scannedBy: string
  /** The code in place of an expired one. */
  next: QrCode | undefined
}

function toCode(token: string, qrcode: string, number: number | undefined): QrCode {
  // Some applications get the picture as a data address.
  return { token, picture: qrcode.slice(qrcode.indexOf(',') + 1), number }
}

const statusNames: Record<string, string> = { 1: 'new', 2: 'scanned', 3: 'confirmed', 5: 'expired' }

export async function newQrCode(
  send: Send,
  next: string,
  options: SendOptions,
): Promise<{ code: QrCode; interval: number }> {
  const reply = await send(getQrcode, next === '' ? {} : { next }, options)
  const { token, qrcode, match_number: number, interval } = reply
  return { code: toCode(token, qrcode, number), interval }
}

export async function lookAtQrCode(
  send: Send,
  { token }: QrCode,
  options: SendOptions,
): Promise<QrLook> {
  const reply = await send(checkQrconnect, { token }, options)
  const { token: next, qrcode, match_number: number } = reply
  return {
    // Some path families answer in digits, with the same digit for refused and expired.
    status:
      reply.sub_status === 'refused' ? 'refused' : (statusNames[reply.status] ?? reply.status),
    interval: reply.interval,
    user: reply.user_data,
    scannedBy: reply.scan_user_info?.screen_name ?? '',
    next: next === undefined || qrcode === undefined ? undefined : toCode(next, qrcode, number),
  }
}
