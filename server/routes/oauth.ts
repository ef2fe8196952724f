import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { scopeNames, scopes } from '#protocol/scopes.ts'
import { errors, errorStatus } from '#protocol/errors.ts'
import { SITE_AID } from '#protocol/site-app.ts'
import type { Caller } from '../calls/call.ts'
import { rejectionFor, toRejection } from '../calls/to-rejection.ts'
import type { Config } from '../config/config.ts'
import { apiHeaders } from '../http/headers.ts'
import { createLogId } from '../http/log-id.ts'
import { emptyFields, givenFields, parseForm, type Fields } from '../http/parse-fields.ts'
import { addFormParser, FORM, FORM_BYTES } from '../http/request-body.ts'
import { pathOf, readQuery } from '../http/request-url.ts'
import { addRetryAfter } from '../http/retry-after.ts'
import { HOUR_MS, SECOND_MS } from '../lib/clock.ts'
import {
  clientAuthMethods,
  DEVICE_GRANT,
  proofAlgorithms,
  responseModes,
} from '../oauth/clients.ts'
import type { Engine, EngineCall } from '../oauth/engine.ts'
import { DEVICE_CODE_SECONDS, oauthPaths } from '../oauth/paths.ts'
import { KEYS_CACHED_MS } from '../oauth/signing-keys.ts'
import { UNAVAILABLE } from '../oauth/unavailable.ts'
import type { Services } from '../services/services.ts'
import { acrValues } from '../two-step/levels.ts'

/** Codes of devices that one network may ask for in the life of a code. */
const DEVICE_CODES_PER_NETWORK = 100

const METADATA_SECONDS = HOUR_MS / SECOND_MS
const KEYS_CACHED = `public, max-age=${KEYS_CACHED_MS / SECOND_MS}`

/** Adds the calls of OAuth 2.1 and OpenID Connect that programs make by themselves: no envelope, no cookies. */
export async function addOAuth(
  app: FastifyInstance,
  services: Services,
  callerOf: (request: FastifyRequest) => Caller,
  answerUserInfo: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): Promise<void> {
  const { config, oauth } = services
  const published = {
    ...apiHeaders(config.isHttps),
    'access-control-allow-origin': '*',
    'cache-control': `public, max-age=${METADATA_SECONDS}`,
  }
  const metadata = JSON.stringify(metadataOf(config))
  const metadataPaths = [
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
  ]
  // Clients in pages send headers of their own with it, such as MCP-Protocol-Version.
  for (const path of [...metadataPaths, oauthPaths.jwks]) {
    app.options(path, (_request, reply) => allowPages(reply, 'GET', '*'))
  }
  for (const path of metadataPaths) {
    app.get(path, { exposeHeadRoute: true }, async (_request, reply) => {
      await reply.headers(published).send(metadata)
    })
  }
  app.get(oauthPaths.jwks, { exposeHeadRoute: true }, async (_request, reply) => {
    const { published: keys } = await oauth.keys.current()
    await reply
      .headers({ ...published, 'cache-control': KEYS_CACHED })
      .send(JSON.stringify({ keys }))
  })
  await app.register(async (raw) => {
    // The engine reads bodies itself.
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', (_request, _body, done) => done(null))
    raw.addContentTypeParser(FORM, async ({ headers }: FastifyRequest, body: Readable) =>
      publicClientIn(headers) === undefined ? undefined : parseForm(await text(body)),
    )
    const { pushed_authorization_request: push, token, userinfo } = oauthPaths
    const { device_authorization: device, introspection, revocation } = oauthPaths
    for (const path of [push, token, revocation, introspection]) {
      raw.post(path, (request, reply) => passToEngine(services, callerOf, request, reply))
    }
    // Asked before the client is known, so any page may send; only its own may read the reply.
    for (const path of [push, token, revocation, introspection, device]) {
      raw.options(path, (request, reply) => passToEngine(services, callerOf, request, reply))
    }
    raw.post(device, async (request, reply) => {
      const key = `device codes ${callerOf(request).prefix}`
      const limit = {
        key,
        max: DEVICE_CODES_PER_NETWORK,
        windowMs: DEVICE_CODE_SECONDS * SECOND_MS,
      }
      const wait = await services.rateLimits.take([limit])
      if (wait === undefined) {
        await passToEngine(services, callerOf, request, reply)
        return
      }
      await reply
        .code(429)
        .headers({ ...apiHeaders(config.isHttps), 'retry-after': wait })
        .send(JSON.stringify({ error: 'slow_down', error_description: 'too many codes; wait' }))
    })
    if (config.CLIENT_REGISTRATION === 'token') {
      raw.post(oauthPaths.registration, (request, reply) =>
        passToEngine(services, callerOf, request, reply),
      )
      raw.options(oauthPaths.registration, (_request, reply) =>
        allowPages(reply, 'POST', 'authorization, content-type'),
      )
    }
    raw.options(userinfo, (request, reply) => passToEngine(services, callerOf, request, reply))
    raw.get(userinfo, { exposeHeadRoute: true }, (request, reply) =>
      'open_id' in givenFields(readQuery(request.url).values)
        ? answerUserInfo(request, reply)
        : passToEngine(services, callerOf, request, reply),
    )
  })
  // Older programs send the token in the body, with `open_id` beside it; so it is read before the engine.
  await app.register(async (parsed) => {
    addFormParser(parsed)
    parsed.addContentTypeParser('*', (_request, _body, done) => done(null))
    parsed.post(oauthPaths.userinfo, async (request, reply) => {
      const { values } = (request.body as Fields | undefined) ?? emptyFields
      if ('open_id' in givenFields({ ...readQuery(request.url).values, ...values })) {
        await answerUserInfo(request, reply)
      } else {
        await askEngine(services, callerOf, request, reply)
      }
    })
  })
}

// Answers the preflight of a page of any origin.
async function allowPages(reply: FastifyReply, method: string, headers: string): Promise<void> {
  const permissions = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': method,
    'access-control-allow-headers': headers,
    'access-control-max-age': METADATA_SECONDS,
  }
  await reply.code(204).headers(permissions).send()
}

// For a body that was read before.
async function askEngine(
  services: Services,
  callerOf: (request: FastifyRequest) => Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const publicClient = publicClientIn(request.headers)
  const { values: sent } = (request.body as Fields | undefined) ?? emptyFields
  const fields = {
    ...(publicClient !== undefined && { client_id: publicClient }),
    ...givenFields(sent),
  }
  const { authorization, 'content-length': _length, ...rest } = request.headers
  const isAuthorized = authorization !== undefined && publicClient === undefined
  const headers = isAuthorized ? { ...rest, authorization } : rest
  await withLog(services, callerOf, request, reply, async (engine, call, logId) => {
    const { status, ...answer } = await engine.ask(pathOf(request.url), fields, call, headers)
    // RFC 6749 §5.2 demands it, and the engine was not shown the header.
    const isChallenged = status === 401 && publicClient !== undefined
    const challenge = { 'www-authenticate': `Basic realm="${services.config.PUBLIC_ORIGIN}"` }
    await reply
      .code(status)
      .headers({ ...answer.headers, ...(isChallenged && challenge), 'x-tt-logid': logId })
      .send(JSON.stringify(answer.body))
    return { status }
  })
}

// Some public clients send an empty secret, which the engine takes for a forgotten one.
function publicClientIn(headers: IncomingHttpHeaders): string | undefined {
  const [, credentials = ''] = /^basic ([\w+/]+=*)$/i.exec(headers.authorization ?? '') ?? []
  const [id = '', secret] = Buffer.from(credentials, 'base64').toString().split(':')
  // Longer bodies, or those of unknown length, are refused by the engine.
  const isShort = Number(headers['content-length']) <= FORM_BYTES
  if (id === '' || secret !== '' || !isShort) return undefined
  return new URLSearchParams(`id=${id}`).get('id') ?? undefined
}

async function passToEngine(
  services: Services,
  callerOf: (request: FastifyRequest) => Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (request.body !== undefined) {
    await askEngine(services, callerOf, request, reply)
    return
  }
  await withLog(services, callerOf, request, reply, async (engine, call, logId) => {
    const failure = await engine.serve(request.raw, reply.raw, call, () => {
      reply.hijack()
      reply.raw.setHeader('x-tt-logid', logId)
    })
    return { status: reply.raw.statusCode, failure }
  })
}

/** Logs a call with the status that `answer` returns, and what the engine could not handle. */
async function withLog(
  { clock, config, log, oauth }: Services,
  callerOf: (request: FastifyRequest) => Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (
    engine: Engine,
    call: EngineCall,
    logId: string,
  ) => Promise<{ status: number; failure?: unknown }>,
): Promise<void> {
  const now = clock()
  const logId = createLogId(now)
  const operation = pathOf(request.originalUrl).slice(1).replaceAll('/', '_')
  const call = { app: { aid: SITE_AID }, caller: callerOf(request), operation }
  let status: number
  let failure: unknown
  let error = 0
  try {
    ;({ status, failure } = await answer(await oauth.engine(), call, logId))
  } catch (thrown) {
    failure = thrown
    const rejection = rejectionFor(thrown)
    status = Math.max(errorStatus(rejection.error), 400)
    addRetryAfter(reply, status, rejection.data)
    await reply
      .code(status)
      .headers({ ...apiHeaders(config.isHttps), 'x-tt-logid': logId })
      .send(JSON.stringify(status === 503 ? UNAVAILABLE : { error: 'server_error' }))
  }
  if (failure !== undefined) error = errors[toRejection(failure, log, logId, operation).error].code
  log.call({ operation, aid: undefined, status, error, ms: clock() - now, logId })
}

/** Returns what clients read before all else (RFC 8414, OpenID Connect Discovery). */
function metadataOf(config: Config): Record<string, unknown> {
  const { PUBLIC_ORIGIN: issuer, CLIENT_DOCUMENTS: documents } = config
  const { authorization, token, userinfo, revocation, introspection, jwks } = oauthPaths
  const authentication = clientAuthMethods
  return {
    issuer,
    authorization_endpoint: issuer + authorization,
    pushed_authorization_request_endpoint: issuer + oauthPaths.pushed_authorization_request,
    device_authorization_endpoint: issuer + oauthPaths.device_authorization,
    token_endpoint: issuer + token,
    userinfo_endpoint: issuer + userinfo,
    revocation_endpoint: issuer + revocation,
    introspection_endpoint: issuer + introspection,
    ...(config.CLIENT_REGISTRATION === 'token' && {
      registration_endpoint: issuer + oauthPaths.registration,
    }),
    client_id_metadata_document_supported: documents === 'on' || documents.length > 0,
    end_session_endpoint: issuer + oauthPaths.logout,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    jwks_uri: issuer + jwks,
    scopes_supported: scopeNames,
    claims_supported: [...new Set(Object.values(scopes).flatMap(({ claims }) => claims))],
    acr_values_supported: acrValues,
    response_types_supported: ['code'],
    response_modes_supported: responseModes,
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'client_credentials',
      DEVICE_GRANT,
    ],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: authentication,
    revocation_endpoint_auth_methods_supported: authentication,
    introspection_endpoint_auth_methods_supported: authentication,
    token_endpoint_auth_signing_alg_values_supported: proofAlgorithms,
    revocation_endpoint_auth_signing_alg_values_supported: proofAlgorithms,
    introspection_endpoint_auth_signing_alg_values_supported: proofAlgorithms,
    dpop_signing_alg_values_supported: proofAlgorithms,
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    authorization_response_iss_parameter_supported: true,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  }
}
