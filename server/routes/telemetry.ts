import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { is, mask } from 'superstruct'
import { allEndpoints } from '#protocol/index.ts'
import {
  issueVisitorId,
  collectEvents,
  collectMonitoring,
  type CollectorEndpoint,
  type CollectorReply,
  type CollectorBody,
} from '#protocol/telemetry.ts'
import { parseUntrustedJson } from '#protocol/untrusted-json.ts'
import { BATCH_BYTES, sampling, telemetryNames } from '#protocol/telemetry-kinds.ts'
import type { App } from '../store/app-repository.ts'
import type { Caller } from '../calls/call.ts'
import { apiHeaders } from '../http/headers.ts'
import { createLogId } from '../http/log-id.ts'
import { PassportError } from '../lib/passport-error.ts'
import { createFloodGuard } from '../limits/flood.ts'
import type { Services } from '../services/services.ts'

const REPORTS_PER_ADDRESS_10S = 50
const WEB_ID_DIGITS = 19

/** Input of a collector; `app` is undefined if nothing may be counted. */
interface Report<E extends CollectorEndpoint> {
  body: CollectorBody<E> | undefined
  isWanted: boolean
  /** The registered application of a number, when the page may report for it. */
  appOf(aid: unknown): Promise<App | undefined>
  query: Readonly<Record<string, unknown>>
}

/** Serves the collectors of telemetry. */
export function addTelemetry(
  app: FastifyInstance,
  services: Services,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  const { apps, clock, config, log, telemetry } = services
  const isFlood = createFloodGuard(REPORTS_PER_ADDRESS_10S, clock)
  const headers = apiHeaders(config.isHttps)
  const names = new Map<string, ReadonlySet<string>>(
    Object.entries({
      ...telemetryNames,
      http: allEndpoints.map((endpoint) => endpoint.operation),
    }).map(([kind, list]) => [kind, new Set(list)]),
  )

  function count(of: App, kind: string, name: string | undefined, durationMs?: number): void {
    const known = names.get(kind)?.has(name ?? '') === true ? (name ?? '') : 'other'
    telemetry.count({ aid: of.aid, kind, name: known, durationMs })
  }

  void app.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers()
    // A beacon comes as text, so that it needs no preflight.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) =>
      done(null, text),
    )

    function add<E extends CollectorEndpoint>(
      endpoint: E,
      collect: (report: Report<E>) => Promise<CollectorReply<E>> | CollectorReply<E>,
    ): void {
      async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
        const now = clock()
        const logId = createLogId(now)
        const { address, origin, prefix } = callerOf(request)
        const collected = await collect({
          body: read(endpoint, request.body),
          isWanted: !refusesTracking(request) && isFlood(address, prefix) === undefined,
          appOf: async (aid) => {
            const found = await apps.find(Number(aid))
            if (found === undefined || origin === undefined) return found
            return apps.allows(found, origin) ? found : undefined
          },
          query: request.query as Record<string, unknown>,
        })
        await reply.headers(headers).header('x-tt-logid', logId).send(JSON.stringify(collected))
        const { operation } = endpoint
        log.call({ operation, aid: undefined, status: 200, error: 0, ms: clock() - now, logId })
      }
      scope.post(endpoint.path, {
        bodyLimit: BATCH_BYTES,
        handler: answer,
        // A body that is too large is answered like any that cannot be read: an error would not help the page.
        errorHandler: (unread, request, reply) => {
          if (unread.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw unread
          answer(request, reply).catch((fault: unknown) => reply.send(fault))
        },
      })
    }

    add(issueVisitorId, () => ({ e: 0, web_id: makeWebId(), ssid: '' }))

    add(collectEvents, async ({ appOf, body, isWanted }) => {
      let counted = 0
      for (const { events, header } of isWanted ? (body ?? []) : []) {
        const found = await appOf(header?.app_id ?? header?.aid)
        if (found === undefined) continue
        for (const { event } of events) count(found, 'event', event)
        counted += events.length
      }
      return { e: 0, sc: counted }
    })

    add(collectMonitoring, async ({ appOf, body, isWanted, query }) => {
      const found = isWanted ? await appOf(query.biz_id) : undefined
      if (found === undefined) return {}
      for (const { ev_type: kind, payload } of body?.list ?? []) {
        if (Object.hasOwn(sampling, kind)) count(found, kind, payload?.name, payload?.duration)
      }
      return {}
    })
    ready()
  })
}

// Undefined for a body that cannot be read, which counts nothing. Throws bad_body for JSON nested too deeply.
function read<E extends CollectorEndpoint>(
  endpoint: E,
  text: unknown,
): CollectorBody<E> | undefined {
  try {
    const value = parseUntrustedJson(String(text))
    return is(value, endpoint.body) ? mask(value, endpoint.body) : undefined
  } catch (error) {
    if (error instanceof RangeError) throw new PassportError('bad_body')
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}

// People who asked not to be tracked are not counted either.
function refusesTracking({ headers }: FastifyRequest): boolean {
  return headers['sec-gpc'] === '1' || headers.dnt === '1'
}

// Below 2^63, as clients that keep it as a number of 64 bits expect.
function makeWebId(): string {
  const first = randomInt(1, 9)
  return `${first}${Array.from({ length: WEB_ID_DIGITS - 1 }, () => randomInt(10)).join('')}`
}
