import { randomBytes } from 'node:crypto'
import encodeQR from 'qr'
import type { Secrets } from '../config/secrets.ts'
import { MINUTE_MS, SECOND_MS, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken } from '../lib/tokens.ts'
import type { QrRepository, QrCode, QrState } from '../store/qr-repository.ts'
import { toPng } from './png.ts'

/** How long a code waits for a phone, in milliseconds. */
export const QR_LIFE_MS = 3 * MINUTE_MS

/** How much longer it lives once it was scanned. */
export const QR_SCANNED_MS = MINUTE_MS

/** How long the browser has to fetch the result of a confirmed one. */
export const QR_FETCH_MS = MINUTE_MS

/** How old a code may become whose browser has to verify a second time before it gets the result. */
export const QR_VERIFY_MS = 15 * MINUTE_MS

/** Least time between two polls. */
export const QR_POLL_MS = SECOND_MS

/** Time between two polls that callers are asked to keep. */
export const QR_INTERVAL_MS = 2 * SECOND_MS

/** Codes that one device on one network may have waiting. */
export const MAX_OPEN_CODES = 5

/** Codes that one network may ask for in the life of a code. */
export const MAX_CODES_PER_NETWORK = 100

/** What a new code is made for. */
export type QrRequest = Pick<
  QrCode,
  'aid' | 'bindHash' | 'holder' | 'network' | 'place' | 'device' | 'next'
>

/** A code that was just made; the two references are never stored. */
export interface OpenedQr {
  /** What the browser asks with. */
  pollToken: string
  /** What the picture says: who sees it learns nothing to ask with. */
  scanToken: string
  code: QrCode
}

/** Who scans, confirms or refuses. */
export interface Scanner {
  accountId: string
  /** Session of the phone. */
  sessionId: string
  aid: number
}

/** Rules about QR codes. Each step is one conditional statement, so it happens once. */
export interface Qr {
  /** Makes a code; undefined while the device has its share waiting. */
  open(request: QrRequest): Promise<OpenedQr | undefined>
  /** Notes a poll. @throws qr_unknown; too_often, after which the code is as good as before. */
  poll(token: string, aid: number, bindHashes: readonly string[]): Promise<QrCode>
  /** Whether this caller, and nobody else, may have another code in place of one that ran out. */
  renew(code: QrCode): Promise<boolean>
  /** The code of a token, whatever its state. @throws qr_unknown. */
  find(token: string): Promise<QrCode>
  /** The code of a token that this account has scanned and not answered. @throws qr_… */
  owned(token: string, accountId: string): Promise<QrCode>
  /** The first account to scan owns the code; for others nothing changes. @throws qr_… */
  scan(token: string, scanner: Scanner): Promise<QrCode>
  /** @throws qr_… unless this account scanned it and nothing happened since. */
  answer(token: string, scanner: Scanner, to: 'confirmed' | 'refused'): Promise<QrCode>
  /** Keeps a confirmed code while its browser verifies a second time. */
  hold(code: QrCode): Promise<void>
  /** Takes the result of a confirmed code: once. */
  use(code: QrCode): Promise<QrCode | undefined>
  /** The number that the asking screen shows, of the three the phone chooses from. */
  numbersOf(code: QrCode): { shown: number; choices: readonly number[] }
}

const TOKEN = /^[0-9a-f]{32}_[a-z]{2,8}$/
const REGION = 'sg'
const LEAST_NUMBER = 10
const NUMBERS = 90
const CHOICES = 3

/** QR codes over stores. */
export function createQr(repository: QrRepository, secrets: Secrets, clock: Clock): Qr {
  const scanTokenOf = (pollToken: string): string =>
    `${secrets.keyed('qr scan', pollToken).toString('hex', 0, 16)}_${REGION}`

  async function find(token: string): Promise<QrCode> {
    // A program may hand the token it asks with to the phone; the picture holds the other one.
    const found = TOKEN.test(token)
      ? await repository.find([hashToken(token), hashToken(scanTokenOf(token))])
      : undefined
    if (found === undefined) throw new PassportError('qr_unknown')
    return found
  }

  return {
    find,
    open: async (request) => {
      const pollToken = `${randomBytes(16).toString('hex')}_${REGION}`
      const scanToken = scanTokenOf(pollToken)
      const now = clock()
      const code: QrCode = {
        ...request,
        id: hashToken(scanToken),
        state: 'new',
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
    poll: async (token, aid, bindHashes) => {
      if (!TOKEN.test(token)) throw new PassportError('qr_unknown')
      const id = hashToken(scanTokenOf(token))
      const now = clock()
      const code = await repository.poll(id, bindHashes, now - QR_POLL_MS, now)
      if (code?.aid === aid) return code
      const other = code ?? (await repository.find([id]))
      const isKnown = other?.aid === aid && bindHashes.includes(other.bindHash)
      throw isKnown
        ? new PassportError('too_often', { retry_after: QR_POLL_MS / SECOND_MS })
        : new PassportError('qr_unknown')
    },
    renew: (code) => repository.renew(code.id, clock()),
    scan: async (token, { accountId, aid }) => {
      const now = clock()
      const found = await find(token)
      if (stateAt(found, now) === 'new') {
        const scanned = await repository.move(
          found.id,
          {
            from: 'new',
            to: 'scanned',
            scanner: { accountId, aid },
            expiresAt: found.expiresAt + QR_SCANNED_MS,
          },
          now,
        )
        if (scanned !== undefined) return scanned
      }
      const code = await find(token)
      ensureScanned(code, accountId, now)
      return code
    },
    owned: async (token, accountId) => {
      const code = await find(token)
      ensureScanned(code, accountId, clock())
      return code
    },
    answer: async (token, { accountId, sessionId }, to) => {
      const now = clock()
      const found = await find(token)
      ensureScanned(found, accountId, now)
      const moved = await repository.move(
        found.id,
        {
          from: 'scanned',
          to,
          by: { accountId, sessionId },
          ...(to === 'confirmed' ? { expiresAt: now + QR_FETCH_MS } : {}),
        },
        now,
      )
      if (moved === undefined) throw new PassportError('qr_used')
      return moved
    },
    hold: async (code) => {
      const expiresAt = code.createdAt + QR_VERIFY_MS
      await repository.move(code.id, { from: 'confirmed', to: 'confirmed', expiresAt }, clock())
    },
    use: (code) => repository.move(code.id, { from: 'confirmed', to: 'utilised' }, clock()),
    numbersOf: ({ id }) => {
      const bytes = secrets.keyed('qr number', id)
      const shown = LEAST_NUMBER + (bytes.readUInt32BE(0) % NUMBERS)
      const choices = [shown]
      for (let at = 4; choices.length < CHOICES; at++) {
        const other = LEAST_NUMBER + (((bytes[at % bytes.length] ?? 0) + at) % NUMBERS)
        if (!choices.includes(other)) choices.push(other)
      }
      return { shown, choices: choices.sort((one, other) => one - other) }
    },
  }
}

/** The state of a code at a time: one that ran out has expired, whatever is stored. */
export function stateAt(code: QrCode, now: number): QrState {
  const isOver = ['refused', 'utilised'].includes(code.state)
  return !isOver && code.expiresAt <= now ? 'expired' : code.state
}

const QUIET_MODULES = 4

/** Returns the QR code of a text as PNG in base64. */
export async function drawQr(text: string): Promise<string> {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_MODULES })
  return Buffer.from(await toPng(modules)).toString('base64')
}

function ensureScanned(code: QrCode, accountId: string, now: number): void {
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
