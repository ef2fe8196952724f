import type { FastifyReply } from 'fastify'
import type { Language } from '#protocol/common-params.ts'
import { failure, success, type Envelope } from '#protocol/envelope.ts'
import { errorStatus, type ErrorName } from '#protocol/errors.ts'
import { CSRF_HEADER } from '#protocol/headers.ts'
import type { PlainReply } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { problemPage } from '../pages/problem-page.ts'
import { toPartitioned } from '../http/cookies.ts'
import { pickFields } from '../http/pick-fields.ts'
import { addRetryAfter } from '../http/retry-after.ts'
import { errorText } from '../lib/error-text.ts'
import { helpAddress } from '../lib/help-address.ts'
import type { PassportError } from '../lib/passport-error.ts'
import type { Exchange } from './exchange.ts'

/** Outcome of a call. */
export interface Outcome {
  readonly envelope: Envelope
  readonly status: number
}

/** Returns the outcome of a call that succeeded, with the fields that its endpoint names. */
export function succeed({ route, logId }: Exchange, result: object): Outcome {
  const data = pickFields(route.endpoint.reply, result) as object
  return { envelope: success(data, logId), status: 200 }
}

/** Returns the outcome of a call that failed; a navigation gets a page that explains the error. */
export function fail(config: Config, call: Exchange, { error, data }: PassportError): Outcome {
  const { logId, method, pending, reply, request, showsPage } = call
  const text = errorText(error, pending.language, data)
  const status = errorStatus(error)
  addRetryAfter(reply, status, data)
  pending.location = undefined
  pending.plain = showsPage
    ? problemPage(config, pending.language, text, {
        status: status === 200 ? undefined : status,
        address: method === 'GET' ? request.originalUrl : undefined,
        logId,
      })
    : undefined
  const details = { ...detailsOf(config, error, pending.language, text, data), ...data }
  return { envelope: failure(error, text, logId, details), status }
}

/** Sends the reply of a call: a redirect, a page or the envelope. */
export function sendReply(
  { csrfCookies, logId, pending, reply }: Exchange,
  { envelope, status }: Outcome,
  headers: Readonly<Record<string, string>>,
): void {
  const { cookies, isPartitioned, location, plain } = pending
  if (cookies.length > 0) {
    void reply.header('set-cookie', isPartitioned ? cookies.map(toPartitioned) : cookies)
  }
  // Always sent, because pages of other hosts cannot read the cookie.
  void reply.header(CSRF_HEADER, pending.csrfToken ?? csrfCookies[0])
  void reply.headers(headers).header('x-tt-logid', logId)
  if (location !== undefined) void reply.code(302).header('location', location).send('')
  else if (plain !== undefined) sendPlain(reply, plain)
  else void reply.code(status).send(JSON.stringify(envelope))
}

function sendPlain(reply: FastifyReply, { status = 200, type, headers, body }: PlainReply): void {
  void reply
    .code(status)
    .headers({ ...headers })
    .type(type)
    .send(body instanceof Uint8Array ? Buffer.from(body) : body)
}

// Adds to refusals that trying again does not change a text to show alone, and where to ask for help.
function detailsOf(
  config: Config,
  error: ErrorName,
  language: Language,
  text: string,
  { retry_after: passes }: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const help = helpAddress(config, error, language)
  if (help === undefined || passes !== undefined) return {}
  return { alert_text: text, desc_url: help }
}
