import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { create, is, number, object, optional, size, string, tuple } from 'superstruct'
import { SITE_PURPOSE, SITE_TICKET_MS } from '../endpoints/captcha-site.ts'
import { hashSiteSecret } from '../operators/app-secrets.ts'
import type { App } from '../store/app-repository.ts'
import { apiHeaders } from '../http/headers.ts'
import { emptyFields, givenFields, type Fields } from '../http/parse-fields.ts'
import type { Services } from '../services/services.ts'
import { hashToken, isToken } from '../lib/tokens.ts'
import type { Ticket } from '../store/schema/proofs.ts'

/** Path at which servers of other sites verify tickets. */
export const SITEVERIFY_PATH = '/captcha/siteverify'

/** Error codes of a failed verification, named as other captcha services name them. */
type Fault =
  | 'missing-input-secret'
  | 'invalid-input-secret'
  | 'missing-input-response'
  | 'invalid-input-response'
  | 'timeout-or-duplicate'
  | 'bad-request'
  | 'internal-error'

type Result =
  | { success: true; challenge_ts: string; hostname: string; action: string; 'error-codes': [] }
  | { success: false; 'error-codes': [Fault] }

const call = object({
  secret: optional(string()),
  response: optional(string()),
  /** Taken so that nothing has to be changed in a site that sends it; addresses change on the way. */
  remoteip: optional(string()),
  idempotency_key: optional(size(string(), 1, 64)),
})

const passed = object({ target: string(), at: number() })
const RETRY_PURPOSE = 'captcha_site_retry'

/** Adds the check for servers of other sites: a form or JSON in, plain JSON out, no envelope. */
export function addSiteverify(app: FastifyInstance, services: Services): void {
  const headers = apiHeaders(services.config.isHttps)
  // A body that cannot be read is answered in the same words as all else here.
  const errorHandler = (_error: unknown, _request: FastifyRequest, reply: FastifyReply): void => {
    void reply
      .status(200)
      .headers(headers)
      .send(JSON.stringify(fault('bad-request')))
  }
  app.post(SITEVERIFY_PATH, { errorHandler }, async (request, reply) => {
    void reply.headers(headers)
    let result: Result
    try {
      result = await check(services, request)
    } catch (error) {
      services.log.fault('', 'captcha_siteverify', error)
      result = fault('internal-error')
    }
    await reply.send(JSON.stringify(result))
  })
}

async function check(services: Services, request: FastifyRequest): Promise<Result> {
  const { values } = (request.body as Fields | undefined) ?? emptyFields
  const payload = Object.fromEntries(
    Object.entries(givenFields(values)).filter(([name]) => Object.hasOwn(call.schema, name)),
  )
  if (!is(payload, call)) return fault('bad-request')
  const { secret = '', response = '', idempotency_key: again } = create(payload, call)
  if (secret === '') return fault('missing-input-secret')
  const site = await findSite(services, secret)
  if (site === undefined) return fault('invalid-input-secret')
  if (response === '') return fault('missing-input-response')
  if (!isToken(response)) return fault('invalid-input-response')
  const ticket = await takeTicket(services, site, response, again)
  if (ticket === undefined || !is(ticket.data, passed)) return fault('timeout-or-duplicate')
  const [origin, action] = create(JSON.parse(ticket.data.target), tuple([string(), string()]))
  return {
    success: true,
    challenge_ts: new Date(ticket.data.at).toISOString(),
    hostname: new URL(origin).hostname,
    action,
    'error-codes': [],
  }
}

function fault(name: Fault): Result {
  return { success: false, 'error-codes': [name] }
}

// The secret names its application, so that one row has to be looked at.
async function findSite({ apps }: Services, secret: string): Promise<App | undefined> {
  const [aid = '', ...rest] = secret.split('.')
  if (!/^\d{1,10}$/.test(aid) || rest.length !== 1) return undefined
  const hash = Buffer.from(hashSiteSecret(secret))
  const isIts = ({ settings }: App): boolean => {
    const known = Buffer.from(settings.captcha_secret)
    return hash.length === known.length && timingSafeEqual(hash, known)
  }
  // The secret may have been made a moment ago.
  const site = await apps.find(Number(aid), isIts)
  return site !== undefined && isIts(site) ? site : undefined
}

/**
 * Uses a ticket up. A server that was cut off before the answer came may ask again with the same
 * key of its own, and gets the same answer; without one a second check is a duplicate.
 */
async function takeTicket(
  { clock, transaction }: Services,
  { aid }: App,
  response: string,
  again: string | undefined,
): Promise<Ticket | undefined> {
  const hash = hashToken(JSON.stringify([response, again]))
  return await transaction(async (tx) => {
    const ticket = await tx.tickets.use(SITE_PURPOSE, aid, response)
    if (again === undefined) return ticket
    if (ticket === undefined) {
      const kept = await tx.tickets.find(RETRY_PURPOSE, hash, clock())
      return kept?.aid === aid ? kept : undefined
    }
    const expiresAt = clock() + SITE_TICKET_MS
    await tx.tickets.insert({ ...ticket, hash, purpose: RETRY_PURPOSE, expiresAt })
    return ticket
  })
}
