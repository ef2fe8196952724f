import type { FastifyReply, FastifyRequest } from 'fastify'
import { ADMIN_PATH, problems } from '#protocol/admin.ts'
import type { Config } from '../config/config.ts'
import { apiHeaders } from '../http/headers.ts'
import { createLogId } from '../http/log-id.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'
import { toProblem } from './problem-error.ts'

const PROBLEM_TYPE = 'application/problem+json'

/** Returns whether a path is one of the admin API, which may be off. */
export function isAdminPath(path: string, { ADMIN_API }: Pick<Config, 'ADMIN_API'>): boolean {
  return ADMIN_API === 'on' && path.startsWith(`${ADMIN_PATH}/`)
}

/** Returns the function that answers with a problem (RFC 9457). */
export function createAdminReject({
  clock,
  config,
  log,
}: Pick<Services, 'clock' | 'config' | 'log'>) {
  return (error: unknown, _request: FastifyRequest, reply: FastifyReply): void => {
    const { problem, details } = toProblem(error)
    const { status, title } = problems[problem]
    const known = reply.getHeader('x-tt-logid')
    const logId = typeof known === 'string' ? known : createLogId(clock())
    const isFault = problem === 'internal_error' || problem === 'unavailable'
    if (isFault && !(error instanceof PassportError)) log.fault(logId, 'admin', error)
    // A request that reaches no call has no other line.
    if (known !== logId) log.pino.info({ operation: 'admin', status, logId }, 'admin call')
    const { detail, errors, retryAfter } = details
    if (status === 401) void reply.header('www-authenticate', 'Bearer')
    if (status === 429 || status === 503) void reply.header('retry-after', retryAfter ?? 1)
    void reply
      .code(status)
      .headers({
        ...apiHeaders(config.isHttps),
        'content-type': PROBLEM_TYPE,
        'x-tt-logid': logId,
      })
      .send(
        JSON.stringify({
          type: `urn:passport:${problem}`,
          title,
          status,
          detail,
          log_id: logId,
          errors,
        }),
      )
  }
}
