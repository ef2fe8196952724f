import { randomBytes } from 'node:crypto'

import type { Secrets } from '../config/secrets.ts'
import { MINUTE_MS, SECOND_MS, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken } from '../lib/tokens.ts'
import type { QrRepository } from '../store/qr-repository.ts'
import type { QrCode, QrState } from '../store/schema/proofs.ts'

/** Time that a code waits for a phone, in milliseconds. */
export const QR_LIFE_MS = 3 * MINUTE_MS

/** Time that a scan adds to the life of a code, in milliseconds. */
export const QR_SCANNED_MS = MINUTE_MS

/** Time in which the browser can fetch the result of a confirmed code, in milliseconds. */
export const QR_FETCH_MS = MINUTE_MS

/** Longest life of a code whose browser has to pass a two-step verification, in milliseconds. */
export const QR_VERIFY_MS = 15 * MINUTE_MS

/** Least time between two polls, in milliseconds. */
export const QR_POLL_MS = SECOND_MS

/** Time between two polls that replies ask for, in milliseconds. */
export const QR_INTERVAL_MS = 2 * SECOND_MS

/** Codes that may be open for one device on one network. */
export const MAX_OPEN_CODES = 5

/** Codes for one network in the life of a code. */
export const MAX_CODES_PER_NETWORK = 100

/** The initial data of a code. */
export type QrRequest = Pick<
  QrCode,
  'aid' | 'bindHash' | 'holder' | 'network' | 'place' | 'device' | 'next' | 'request'
>

/** A new code; its two tokens are never stored. */
export interface CreatedQr {
  /** Token for polling, which only the browser gets. */
  pollToken: string
  /** Token in the picture, which does not allow polling. */
  scanToken: string
  code: QrCode
}

/** The signed-in phone that scans, confirms or refuses. */
export interface Scanner {
  accountId: string
  /** Session of the phone. */
  sessionId: string
  aid: number
}

const TOKEN = /^[0-9a-f]{32}_[a-z]{2,8}$/
const REGION = 'sg'
const MIN_NUMBER = 10
const NUMBER_COUNT = 90
const CHOICES = 3

/** Purpose of a QR code; codes of one kind are unknown to the calls of the other. */
export type QrKind = 'sign-in' | 'consent'

/** QR codes of one kind over a repository; each change of state is one conditional statement, so it happens once. */
export function createQr(repository: QrRepository, secrets: Secrets, clock: Clock, kind: QrKind) {
  const isOfKind = (code: QrCode): boolean => (code.request === '') === (kind === 'sign-in')

  const scanTokenOf = (pollToken: string): string =>
    `${secrets.lasting('qr scan', pollToken).toString('hex', 0, 16)}_${REGION}`

  async function find(token: string): Promise<QrCode> {
    // The phone of a client without pictures may send the poll token instead of the scan token.
    const code = TOKEN.test(token)
      ? await repository.find([hashToken(token), hashToken(scanTokenOf(token))])
      : undefined
    if (code === undefined || !isOfKind(code)) throw new PassportError('qr_unknown')
    return code
  }

  async function findScanned(token: string, accountId: string): Promise<QrCode> {
    const code = await find(token)
    requireScannedBy(code, accountId, clock())
    return code
  }

  return {
    /** Returns the code of a token in any state. @throws qr_unknown */
    find,
    /** Returns a code that this account scanned. @throws qr_expired, qr_used, qr_not_yours */
    findScanned,
    /** Returns undefined while MAX_OPEN_CODES of the device are open. */
    create: async (request: QrRequest): Promise<CreatedQr | undefined> => {
      const pollToken = `${randomBytes(16).toString('hex')}_${REGION}`
      const scanToken = scanTokenOf(pollToken)
      const now = clock()
      const code: QrCode = {
        ...request,
        id: hashToken(scanToken),
        state: 'new',
        granted: '',
        scannedBy: '',
        scannedAid: 0,
        answeredIn: '',
        lastPolledAt: 0,
        createdAt: now,
        expiresAt: now + QR_LIFE_MS,
      }
      if ((await repository.countOpen(request.holder, now)) >= MAX_OPEN_CODES) return undefined
      await repository.insert(code)
      return { pollToken, scanToken, code }
    },
    /** Records a poll. @throws qr_unknown, or too_often without any effect on the code */
    poll: async (token: string, aid: number, bindHashes: readonly string[]): Promise<QrCode> => {
      if (!TOKEN.test(token)) throw new PassportError('qr_unknown')
      const id = hashToken(scanTokenOf(token))
      const now = clock()
      const code = await repository.poll(id, bindHashes, now - QR_POLL_MS, now)
      if (code?.aid === aid && isOfKind(code)) return code
      const other = code ?? (await repository.find([id]))
      const isKnown = other?.aid === aid && isOfKind(other) && bindHashes.includes(other.bindHash)
      throw isKnown
        ? new PassportError('too_often', { retry_after: QR_POLL_MS / SECOND_MS })
        : new PassportError('qr_unknown')
    },
    /** Returns true to the one caller that may replace an expired code. */
    renew: (code: QrCode): Promise<boolean> => repository.renew(code.id, clock()),
    /** Assigns a code to its first scanner. @throws qr_expired, qr_used, qr_not_yours */
    scan: async (token: string, { accountId, aid }: Scanner): Promise<QrCode> => {
      const now = clock()
      const code = await find(token)
      if (stateAt(code, now) === 'new') {
        const scanned = await repository.move(
          code.id,
          {
            from: 'new',
            to: 'scanned',
            scanner: { accountId, aid },
            expiresAt: code.expiresAt + QR_SCANNED_MS,
          },
          now,
        )
        if (scanned !== undefined) return scanned
      }
      return await findScanned(token, accountId)
    },
    /** Answers a code that this account scanned. @throws qr_expired, qr_used, qr_not_yours */
    answer: async (
      token: string,
      { accountId, sessionId }: Scanner,
      to: 'confirmed' | 'refused',
      granted?: string,
    ): Promise<QrCode> => {
      const now = clock()
      const code = await findScanned(token, accountId)
      const answered = await repository.move(
        code.id,
        {
          from: 'scanned',
          to,
          by: { accountId, sessionId },
          ...(granted !== undefined && { granted }),
          ...(to === 'confirmed' ? { expiresAt: now + QR_FETCH_MS } : {}),
        },
        now,
      )
      if (answered === undefined) throw new PassportError('qr_used')
      return answered
    },
    /** Extends the life of a confirmed code to QR_VERIFY_MS. */
    extendForVerification: async (code: QrCode): Promise<void> => {
      const expiresAt = code.createdAt + QR_VERIFY_MS
      await repository.move(code.id, { from: 'confirmed', to: 'confirmed', expiresAt }, clock())
    },
    /** Uses a confirmed code up; returns undefined if it was used or has expired. */
    use: (code: QrCode): Promise<QrCode | undefined> =>
      repository.move(code.id, { from: 'confirmed', to: 'utilised' }, clock()),
    /** Returns the number beside the picture and the choices shown on the phone. */
    numbersOf: ({ id }: QrCode): { shown: number; choices: readonly number[] } => {
      const bytes = secrets.lasting('qr number', id)
      const shown = MIN_NUMBER + (bytes.readUInt32BE(0) % NUMBER_COUNT)
      const choices = [shown]
      for (let index = 4; choices.length < CHOICES; index++) {
        const other = MIN_NUMBER + (((bytes[index % bytes.length] ?? 0) + index) % NUMBER_COUNT)
        if (!choices.includes(other)) choices.push(other)
      }
      return { shown, choices: choices.toSorted((one, other) => one - other) }
    },
  }
}

/** Returns the state of a code at a time, since no job stores that a code has expired. */
export function stateAt(code: QrCode, now: number): QrState {
  const isFinal = ['refused', 'utilised'].includes(code.state)
  return !isFinal && code.expiresAt <= now ? 'expired' : code.state
}

function requireScannedBy(code: QrCode, accountId: string, now: number): void {
  switch (stateAt(code, now)) {
    case 'expired':
      throw new PassportError('qr_expired')
    case 'confirmed':
    case 'utilised':
    case 'refused':
      throw new PassportError('qr_used')
    case 'new':
      throw new PassportError('qr_not_yours')
    case 'scanned':
      if (code.scannedBy !== accountId) throw new PassportError('qr_not_yours')
  }
}
