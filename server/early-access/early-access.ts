import { randomInt } from 'node:crypto'
import type { Language } from '#protocol/common-params.ts'
import { toPlainWidth } from '#protocol/spelling.ts'
import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Outbox } from '../delivery/outbox.ts'
import { DAY_MS, type Clock } from '../lib/clock.ts'
import { equalInConstantTime } from '../lib/constant-time.ts'
import { pagePath } from '../lib/page-path.ts'
import { makeToken } from '../lib/tokens.ts'
import type { EarlyAccessRepository } from '../store/early-access-repository.ts'
import type { Tickets } from '../tickets/tickets.ts'
import type { Application } from '../store/schema/applications.ts'

/** Fields that an applicant fills in. */
export type NewApplication = Pick<
  Application,
  'aid' | 'email' | 'name' | 'about' | 'system' | 'language'
>

const CONFIRM = 'early_access'
const CONFIRM_DAYS = 7
/** 132 bits, so that ids do not collide. */
const ID_LENGTH = 22
const CODE_GROUPS = 3
const CODE_GROUP_LENGTH = 4
/** 31 letters and digits that are not easily confused, so a code has 59 bits. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Applications for early access. */
export function createEarlyAccess(dependencies: {
  repository: EarlyAccessRepository
  config: Config
  secrets: Secrets
  clock: Clock
  outbox: Outbox
  tickets: Tickets
}) {
  const { config, secrets, clock, outbox, repository, tickets } = dependencies
  const codeHash = (code: string): string =>
    secrets
      .lasting(
        'access code',
        toPlainWidth(code)
          .toUpperCase()
          .replaceAll(/[^A-Z0-9]/g, ''),
      )
      .toString('hex')
  const signatureOf = (id: string): string =>
    secrets.lasting('unsubscribe', id).toString('base64url').slice(0, 22)

  const unsubscribePage = (language: Language, token: string): string =>
    siteLink(config.SITE_ORIGIN, language, '/unsubscribe', { token })

  async function mail(
    kind: 'early_access_confirm' | 'early_access_known' | 'early_access_invitation',
    application: Application,
    details: { link: string; code?: string },
  ): Promise<void> {
    const { id, aid, email, language } = application
    const token = `${id}.${signatureOf(id)}`
    const oneClick = withQuery(config.PUBLIC_ORIGIN, '/passport/web/unsubscribe', {
      aid: String(aid),
      language,
      token,
    })
    await outbox.add([
      {
        kind,
        aid,
        recipient: { channel: 'email', address: email },
        language,
        code: details.code ?? '',
        details: { link: details.link, unsubscribe: unsubscribePage(language, token), oneClick },
      },
    ])
  }

  return {
    byEmail: repository.byEmail,
    of: repository.of,
    hasJoined: repository.hasJoined,
    list: repository.list,
    /** Returns the address of the page to unsubscribe on. */
    unsubscribePage,
    /** Stores an application and the mail that asks for confirmation, alike for every address. */
    apply: async (input: NewApplication): Promise<void> => {
      const now = clock()
      const application = await repository.apply({
        ...input,
        id: makeToken().slice(0, ID_LENGTH),
        state: 'pending',
        createdAt: now,
      })
      // Also for a known address, so that it takes as long as a new one.
      const ticket = await tickets.issue({
        purpose: CONFIRM,
        aid: application.aid,
        holder: application.id,
        lifeMs: CONFIRM_DAYS * DAY_MS,
      })
      const isNew = application.state === 'pending'
      await mail(isNew ? 'early_access_confirm' : 'early_access_known', application, {
        link: siteLink(config.SITE_ORIGIN, input.language, '/solo-get-early-access', { ticket }),
      })
    },

    /** Returns false for a reference that is unknown, of another purpose or older than seven days. */
    confirm: async (aid: number, reference: string): Promise<boolean> => {
      // Not used up, because mail programs open links too, and people click them twice.
      const ticket = await tickets.peek(CONFIRM, aid, reference)
      if (ticket === undefined) return false
      if (await repository.confirm(ticket.holder)) return true
      const application = await repository.find(ticket.holder)
      return application !== undefined && application.state !== 'left'
    },

    /** Sends an invitation code to a confirmed applicant; returns false for others. */
    invite: async (application: Application): Promise<boolean> => {
      const code = makeCode()
      if (!(await repository.invite(application.id, codeHash(code)))) return false
      await mail('early_access_invitation', application, {
        code,
        link: siteLink(config.SITE_ORIGIN, application.language, '/solo-code', { code }),
      })
      return true
    },

    /** Returns whether a code can be used. */
    isOpen: (aid: number, code: string): Promise<boolean> =>
      repository.isInvited(aid, codeHash(code)),

    /** Returns false for a code that is unknown or used. */
    join: (aid: number, code: string, accountId: string): Promise<boolean> =>
      repository.join(aid, codeHash(code), accountId),

    /** Unsubscribes; returns false for a token that this server did not sign. */
    leave: async (token: string): Promise<boolean> => {
      const [id = '', signature = ''] = token.split('.')
      if (!equalInConstantTime(signature, signatureOf(id))) return false
      await repository.leave(id, clock())
      return true
    },
  }
}

function makeCode(): string {
  const letter = (): string => CODE_LETTERS[randomInt(CODE_LETTERS.length)] ?? ''
  const group = (): string => Array.from({ length: CODE_GROUP_LENGTH }, letter).join('')
  return Array.from({ length: CODE_GROUPS }, group).join('-')
}

function siteLink(
  origin: string,
  language: Language,
  path: string,
  params: Readonly<Record<string, string>>,
): string {
  return withQuery(origin, pagePath(path, language), params)
}

function withQuery(origin: string, path: string, params: Readonly<Record<string, string>>): string {
  return `${origin}${path}?${new URLSearchParams(params).toString()}`
}
