import { checkQrconnect, getQrcode } from '#protocol/web/qr.ts'
import type { SendOptions } from '../create-client.ts'
import type { Send } from './send.ts'

/** A code that a phone scans; the person compares its number with the phone. */
export type QrCode = ReturnType<typeof toCode>

function toCode(token: string, qrcode: string, number: number | undefined) {
  // PNG in base64, which some applications get as a data address.
  return { token, picture: qrcode.slice(qrcode.indexOf(',') + 1), number }
}

const statusNames: Record<string, string> = { 1: 'new', 2: 'scanned', 3: 'confirmed', 5: 'expired' }

export async function newQrCode(send: Send, next: string, options: SendOptions) {
  const reply = await send(getQrcode, next === '' ? {} : { next }, options)
  const { token, qrcode, match_number: number, interval } = reply
  return { code: toCode(token, qrcode, number), interval }
}

/** Returns the state of a code; `interval` is the time until the next look, in milliseconds. */
export async function lookAtQrCode(send: Send, { token }: QrCode, options: SendOptions) {
  const reply = await send(checkQrconnect, { token }, options)
  const { token: next, qrcode, match_number: number } = reply
  return {
    // Some path families answer in digits, with the same digit for refused and expired.
    status:
      reply.sub_status === 'refused' ? 'refused' : (statusNames[reply.status] ?? reply.status),
    interval: reply.interval,
    /** Who signs in, once confirmed. */
    user: reply.user_data,
    /** Name of who has scanned it. */
    scannedBy: reply.scan_user_info?.screen_name ?? '',
    /** The code in place of an expired one. */
    next: next === undefined || qrcode === undefined ? undefined : toCode(next, qrcode, number),
  }
}
