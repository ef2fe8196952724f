import type { QrState } from '../qr/qr-store.ts'

interface QrTable {
  id: string
  aid: number
  state: QrState
  bind_hash: string
  holder: string
  network: string
  place: string
  device: string
  next: string
  scanned_by: string
  scanned_aid: number
  answered_in: string
  /** 1 once another code was handed out in place of this one. */
  renewed: number
  last_polled_at: number
  created_at: number
  expires_at: number
}

/** QR codes, as `migrations/006-qr.ts` and `011-qr-session.ts` make them. */
export interface QrTables {
  qr_codes: QrTable
}
