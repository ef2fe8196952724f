import { randomInt } from 'node:crypto'
import type { Language } from '#protocol/common-params.ts'
import type { Application } from '../store/early-access-repository.ts'
import { DAY_MS, type Clock } from '../lib/clock.ts'
import type { Config } from '../config/config.ts'
import type { Outbox } from '../delivery/outbox.ts'
import { isEqual } from '../http/csrf.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Stores } from '../services/stores.ts'
import type { Tickets } from '../tickets/tickets.ts'
import { makeToken } from '../lib/tokens.ts'

/** What a person tells when asking. */
export type Wish = Pick<Application, 'aid' | 'email' | 'name' | 'about' | 'system' | 'language'>

/** People who want to be let in before everybody else. */
export interface EarlyAccess {
  /** Stores a wish and the mail that asks whether it was really theirs, alike for every address. */
  apply(tx: Stores, wish: Wish): Promise<void>
  /** False for a reference that is unknown, used for something else or older than seven days. */
  confirm(tx: Stores, aid: number, reference: string): Promise<boolean>
  /** Sends a confirmed person a code to come in with; false for others. */
  invite(tx: Stores, application: Application): Promise<boolean>
  /** False for a code that is unknown or was used. */
  join(tx: Stores, aid: number, code: string, accountId: string): Promise<boolean>
  /** False for a reference that we did not sign. */
  leave(tx: Stores, token: string): Promise<boolean>
  /** Address of the page on which a person can end the mails. */
  pageToLeave(language: Language, token: string): string
}

const CONFIRM = 'early_access'
const CONFIRM_DAYS = 7
/** 132 bits: no two instances draw the same. */
const ID_LENGTH = 22
const CODE_GROUPS = 3
const CODE_GROUP_LENGTH = 4
/** Letters and digits that are not taken for each other: 31 of them, so a code has 59 bits. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Early access with its secrets and mails. */
export function createEarlyAccess(parts: {
  config: Config
  secrets: Secrets
  clock: Clock
  outbox: Outbox
  tickets: Tickets
}): EarlyAccess {
  const { config, secrets, clock, outbox, tickets } = parts
  const codeHash = (code: string): string =>
    secrets.keyed('access code', code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')).toString('hex')
  const signatureOf = (id: string): string =>
    secrets.keyed('unsubscribe', id).toString('base64url').slice(0, 22)

  const pageToLeave = (language: Language, token: string): string =>
    siteLink(config.SITE_ORIGIN, language, '/unsubscribe', { token })

  async function mail(
    tx: Stores,
    kind: 'early_access_confirm' | 'early_access_known' | 'early_access_invitation',
    application: Application,
    about: { link: string; code?: string },
  ): Promise<void> {
    const { id, aid, email, language } = application
    const token = `${id}.${signatureOf(id)}`
    await outbox.post(
      tx.outbox,
      kind,
      { channel: 'email', address: email },
      language,
      about.code ?? '',
      {
        link: about.link,
        stop: pageToLeave(language, token),
        oneClick: linkTo(config.PUBLIC_ORIGIN, '/passport/web/unsubscribe', {
          aid: String(aid),
          language,
          token,
        }),
      },
    )
  }

  return {
    pageToLeave,
    apply: async (tx, wish) => {
      const now = clock()
      const application = await tx.earlyAccess.apply({
        ...wish,
        id: makeToken().slice(0, ID_LENGTH),
        state: 'pending',
        createdAt: now,
      })
      // Made for everybody, so that a known address takes as long as a new one.
      const ticket = await tickets.issue(tx.tickets, {
        purpose: CONFIRM,
        aid: application.aid,
        holder: application.id,
        lifeMs: CONFIRM_DAYS * DAY_MS,
      })
      const isNew = application.state === 'pending'
      await mail(tx, isNew ? 'early_access_confirm' : 'early_access_known', application, {
        link: siteLink(config.SITE_ORIGIN, wish.language, '/solo-get-early-access', { ticket }),
      })
    },

    confirm: async (tx, aid, reference) => {
      // Kept until it runs out: mail programs that look at links, and people, may come twice.
      const ticket = await tickets.peek(tx.tickets, CONFIRM, aid, reference)
      if (ticket === undefined) return false
      if (await tx.earlyAccess.confirm(ticket.holder)) return true
      const application = await tx.earlyAccess.find(ticket.holder)
      return application !== undefined && application.state !== 'left'
    },

    invite: async (tx, application) => {
      const code = makeCode()
      if (!(await tx.earlyAccess.invite(application.id, codeHash(code)))) return false
      await mail(tx, 'early_access_invitation', application, {
        code,
        link: siteLink(config.SITE_ORIGIN, application.language, '/solo-code', { code }),
      })
      return true
    },

    join: (tx, aid, code, accountId) => tx.earlyAccess.join(aid, codeHash(code), accountId),

    leave: async (tx, token) => {
      const [id = '', signature = ''] = token.split('.')
      if (!isEqual(signature, signatureOf(id))) return false
      await tx.earlyAccess.leave(id, clock())
      return true
    },
  }
}

function makeCode(): string {
  const letter = (): string => CODE_LETTERS[randomInt(CODE_LETTERS.length)] ?? ''
  const group = (): string => Array.from({ length: CODE_GROUP_LENGTH }, letter).join('')
  return Array.from({ length: CODE_GROUPS }, group).join('-')
}

// Pages of the site are in Japanese below /ja, and in English for everybody else.
function siteLink(
  origin: string,
  language: Language,
  path: string,
  params: Readonly<Record<string, string>>,
): string {
  return linkTo(origin, language === 'ja' ? `/ja${path}` : path, params)
}

function linkTo(origin: string, path: string, params: Readonly<Record<string, string>>): string {
  return `${origin}${path}?${new URLSearchParams(params).toString()}`
}
