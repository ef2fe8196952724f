/** States only move forward: new → scanned → confirmed → utilised, or to refused or expired. */
export type QrState = 'new' | 'scanned' | 'confirmed' | 'utilised' | 'refused' | 'expired'

/** A request to sign in that waits behind a QR code. */
export interface QrCode {
  /** SHA-256 of what the picture says, hex. */
  id: string
  aid: number
  state: QrState
  /** SHA-256 of the cookie of the browser that asked; empty for a program without cookies. */
  bindHash: string
  /** Network and device that asked; their open codes are counted. */
  holder: string
  /** Key of the asking network, to compare the phone's with. */
  network: string
  /** Asking address without its last part. */
  place: string
  /** Asking browser and system in words. */
  device: string
  /** Where the person goes after signing in; only ever an allowed address. */
  next: string
  /** Account that scanned; empty before. */
  scannedBy: string
  /** Application of the phone that scanned; 0 before. */
  scannedAid: number
  /** Id of the session in which it was confirmed or refused; empty before. */
  answeredIn: string
  lastPolledAt: number
  createdAt: number
  expiresAt: number
}

/** One step of a code: it happens only where all of this still holds. */
export interface QrStep {
  from: QrState
  to: QrState
  /** The account that must have scanned, and its session that answers. */
  by?: { accountId: string; sessionId: string }
  scanner?: { accountId: string; aid: number }
  expiresAt?: number
}

/** What QR codes need from a database. */
export interface QrStore {
  insert(code: QrCode): Promise<void>
  countOpen(holder: string, now: number): Promise<number>
  /** The code of one of these ids. */
  find(ids: readonly string[]): Promise<QrCode | undefined>
  /** Notes a poll and answers the code, unless the last poll was after `since`. */
  poll(
    id: string,
    bindHashes: readonly string[],
    since: number,
    now: number,
  ): Promise<QrCode | undefined>
  /** Takes a step of a code that has not run out; of many callers one gets the code. */
  move(id: string, step: QrStep, now: number): Promise<QrCode | undefined>
  /** Ends a code that ran out; true for the one caller that may hand out another. */
  renew(id: string, now: number): Promise<boolean>
}
