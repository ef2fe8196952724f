import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { QrState } from '../../src/login/flows/qr.ts'
import type { Messages } from '../../src/messages/messages.ts'

/** A code that says `passport`, for pictures of the screen. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAHQAAAB0AQAAAAB84SuKAAAAkklEQVR4nOXUsQ1EMQgDUG/g/bf0Bj4ZKdL93+FUp6OJXoMCgcCPEP7PAEgzR2XahOboDDIpk7V14sbChe3J913fxtNPvvq78PX7G7mLdPIvbcBKO+DONJWJUmeEiErLsESJlRPQXKlyHlIyTz+2nn2yeOpZO7OcrOotz0Lc2Kcfa89/wimo8eyTMk6sfLt/P+0PIqiT4Rfbl/cAAAAASUVORK5CYII='

/** Every state of signing in by QR code. */
export function qrStates({ language }: Messages): Record<string, QrState> {
  return {
    loading: { name: 'loading' },
    waiting: { name: 'waiting', picture, number: undefined, isOffline: false },
    'waiting, number': { name: 'waiting', picture, number: 42, isOffline: false },
    'waiting, offline': { name: 'waiting', picture, number: undefined, isOffline: true },
    scanned: { name: 'scanned', who: 'A***', number: undefined },
    'scanned, number': { name: 'scanned', who: 'A***', number: 42 },
    refused: { name: 'refused' },
    expired: { name: 'expired' },
    paused: { name: 'paused' },
    failed: { name: 'failed', text: errorMessages[language].too_often },
  }
}
