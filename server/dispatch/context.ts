import type { CommonParams } from '#protocol/common-params.ts'
import type { Caller } from '../calls/call.ts'
import type { Context } from '../endpoints/handler.ts'
import { disconnectSignal } from '../http/disconnect-signal.ts'
import { readQuery } from '../http/request-url.ts'
import type { Upload } from '../http/request-body.ts'
import type { Services } from '../services/services.ts'
import type { App } from '../store/app-repository.ts'
import type { LiveSession } from '../store/session-repository.ts'
import type { CsrfGuard } from './csrf-guard.ts'
import type { Exchange } from './exchange.ts'

/** Caller and application of a call. */
export interface Source {
  readonly app: App
  readonly params: CommonParams
  readonly caller: Caller
}

/** Properties of a request besides its payload. */
interface CallDetails {
  readonly session: LiveSession | undefined
  readonly clientFields: string
  readonly upload: Upload | undefined
}

/** Returns what the handler of a call receives besides the payload. */
export function createContext(
  services: Services,
  csrf: CsrfGuard,
  call: Exchange,
  { app, params, caller }: Source,
  { session, clientFields, upload }: CallDetails,
): Context {
  const { route, request, reply, method, now, logId, pending } = call
  const { headers } = request
  return {
    services,
    operation: route.endpoint.operation,
    family: route.family,
    method,
    isNavigation: headers['sec-fetch-mode'] === 'navigate',
    logId,
    now,
    language: pending.language,
    params,
    clientFields,
    app,
    caller,
    session,
    sessionToken: pending.sessionToken,
    upload,
    isInAddress: (field) => field in readQuery(request.url).values,
    header: (name) => headers[name]?.toString(),
    setCookie: (cookie) => pending.cookies.push(cookie),
    bindCsrf: (sessionHash) => csrf.issue(call, sessionHash),
    redirect: (location, because) => {
      pending.location = location
      pending.progress.refusal = because
    },
    answerWith: (plain, because) => {
      pending.plain = plain
      pending.progress.refusal = because
    },
    signal: () => disconnectSignal(reply),
    progress: pending.progress,
  }
}
