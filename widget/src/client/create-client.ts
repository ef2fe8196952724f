import { mask } from 'superstruct'
import { fillPath, pathOf, type Call, type Endpoint, type Reply } from '#protocol/endpoint.ts'
import { clientErrors } from '#protocol/client-errors.ts'
import { readDecision } from '#protocol/captcha/decision.ts'
import { readReply, ruleOf } from '#protocol/envelope.ts'
import { CSRF_HEADER, SESSION_HEADER } from '#protocol/headers.ts'
import { PROTOCOL_VERSION } from '#protocol/protocol-version.ts'
import { sealKey } from '#protocol/web/keys.ts'
import { logout } from '#protocol/web/session.ts'
import { ChallengeClosed } from '../../captcha/errors.ts'
import { createCsrfToken } from './csrf.ts'
import { NetworkError, OneOfError, PassportError } from './errors.ts'
import { exchange } from './request.ts'
import { createSealing } from './sealing.ts'
import { readSecondVerification, type SecondPass } from './second-verify.ts'
import { checkSettings, familiesOf, tellUnknown, type ClientSettings } from './settings.ts'
import { endSignedInHint, readSignedInHint } from './signed-in-hint.ts'
import { fingerprintInTime, readWebId } from './web-id.ts'

/** Maximum number of captchas and two-step verifications before one call. */
const MAX_CHALLENGES = 3

/** Options of a single call. */
export interface SendOptions {
  signal?: AbortSignal | undefined
  /** Files of a multipart call by field name. */
  files?: Readonly<Record<string, Blob>>
  /** Sends this call, for example with upload progress. */
  fetch?: typeof fetch
  /** Rejects where the person would have to do something first. */
  isQuiet?: boolean
  /** Operation of a step-up, for which alone the ticket of the reply is valid. */
  scene?: string
  /** Whom the page shows; the call is refused where somebody else is signed in by now. */
  shownUser?: string | undefined
  /** Whether this browser is not to be asked for a second proof again. */
  remembers?: boolean
}

/** Client of one account server. */
export interface Client {
  /**
   * Makes the call of a row, or of one that is loaded now, and answers its checked reply.
   * @throws PassportError, NetworkError, AbortError, ChallengeClosed, OneOfError
   */
  send<E extends Endpoint>(
    row: E | (() => Promise<E>),
    payload: Call<E>,
    options?: SendOptions,
  ): Promise<Reply<E>>
  /** Fetches the sealing key and cipher in advance. */
  warmUp(): Promise<void>
}

type Fields = Record<string, string>

/** Values that the repeated call carries after a captcha or a two-step verification. */
interface Passed {
  /** The server may have set a web id where the browser could not. */
  webId: string
  second?: SecondPass
}

/** Creates the client of one server and application. */
export function createClient(settings: ClientSettings): Client {
  checkSettings(settings)
  const server = settings.server ?? ''
  let sessionKey = settings.interface === 'app' ? (settings.sessionKey ?? '') : ''
  const csrf = createCsrfToken(server)
  const sealing = createSealing(() => once(sealKey, {}, {}), settings.sealRoot)
  let firstReply: Promise<unknown> | undefined

  async function once<E extends Endpoint>(
    endpoint: E,
    payload: object,
    options: SendOptions & { passed?: Passed | undefined },
  ): Promise<Reply<E>> {
    const fields = toFields(payload)
    const { family, path } = findPath(endpoint, settings, fields)
    const method = endpoint.methods[0] ?? 'POST'
    const sealed = await seal(endpoint, fields, { method, path, aid: settings.aid })
    const sent = { ...sealed.fields, ...secondParams(options.passed?.second) }
    const query = new URLSearchParams({
      ...(await commonParams(settings, options.passed)),
      ...(options.scene === undefined ? {} : { scene: options.scene }),
      ...(options.shownUser && { shown_user: options.shownUser }),
      ...(options.remembers === true && { remember_browser: '1' }),
      ...sealed.params,
      ...(method === 'GET' ? sent : {}),
    })
    // Without a token the call would be rejected; the key's reply brings one.
    if (method === 'POST' && csrf.read() === undefined) await sealing.ready()
    // Each of several first replies would set another token, and the cookie holds only one.
    if (firstReply !== undefined && csrf.read() === undefined) await firstReply
    const token = csrf.read()
    const hint = readSignedInHint()
    const start = performance.now()
    const running = exchange({
      url: `${server}${path}?${query}`,
      method,
      headers: {
        ...(token === undefined ? {} : { [CSRF_HEADER]: token }),
        ...(sessionKey === '' ? {} : { [SESSION_HEADER]: sessionKey }),
      },
      body:
        method === 'GET'
          ? undefined
          : endpoint.body === 'json'
            ? JSON.stringify(payload)
            : formOf(endpoint, sent, options.files ?? {}),
      timeoutMs: endpoint.timeoutMs,
      signal: options.signal,
      fetch: options.fetch ?? settings.fetch,
    })
    firstReply ??= running.catch(() => undefined)
    const { reply, text } = await running
    noteTime(endpoint, start)
    csrf.keep(reply)
    const value = read(
      endpoint,
      { rule: ruleOf(endpoint, family), fields, aid: settings.aid, hint },
      reply,
      text,
    )
    keepSession(endpoint, value)
    return value
  }

  // Programs without cookies send the session in a header.
  function keepSession({ operation }: Endpoint, value: object): void {
    if (settings.interface !== 'app') return
    const key: unknown = Reflect.get(value, 'session_key')
    if (operation === logout.operation) sessionKey = ''
    else if (typeof key === 'string' && key !== '') sessionKey = key
  }

  async function seal(
    endpoint: Endpoint,
    fields: Fields,
    context: { method: 'GET' | 'POST'; path: string; aid: number },
  ): Promise<{ params: object; fields: Fields }> {
    const secret = Object.entries(fields).filter(([name]) => endpoint.sensitive.includes(name))
    if (secret.length === 0) return { params: {}, fields }
    const sealed = await sealing.seal(context, Object.fromEntries(secret))
    return { params: sealed.params, fields: { ...fields, ...sealed.fields } }
  }

  return {
    warmUp: () => sealing.warmUp(),

    async send(row, payload, options = {}) {
      const endpoint = typeof row === 'function' ? await row() : row
      checkOneOf(endpoint, toFields(payload))
      let challenges = 0
      let passed: Passed | undefined
      const retried = new Set<string>()
      for (;;) {
        try {
          return await once(endpoint, payload, { ...options, passed })
        } catch (error) {
          if (!(error instanceof PassportError) || options.isQuiet) throw error
          const { decision } = error
          if (decision !== undefined && settings.openChallenge && challenges < MAX_CHALLENGES) {
            challenges += 1
            await settings.openChallenge(decision)
            passed = { ...passed, webId: readDecision(decision)?.fp ?? '' }
          } else if (
            error.name === clientErrors.secondVerify &&
            settings.secondVerify &&
            challenges < MAX_CHALLENGES
          ) {
            challenges += 1
            const second = await settings
              .secondVerify(readSecondVerification(error))
              .catch((reason: unknown) => {
                // Closed by the person: rejected as if there were no handler.
                throw reason instanceof ChallengeClosed ? error : reason
              })
            passed = { webId: '', ...passed, second }
          } else if (canHeal(error) && !retried.has(error.name)) {
            retried.add(error.name)
            if (error.name === 'seal_key_unknown') sealing.forget()
          } else throw error
        }
      }
    },
  }
}

// For performance tools; the entry is cleared at once.
function noteTime({ operation }: Endpoint, start: number): void {
  const name = `passport ${operation}`
  performance.measure(name, { start })
  performance.clearMeasures(name)
}

// The rejection brought a new token, or the next call fetches a new key.
function canHeal(error: PassportError): boolean {
  return error.name === 'csrf_error' || error.name === 'seal_key_unknown'
}

function read<E extends Endpoint>(
  endpoint: E,
  {
    rule,
    fields,
    aid,
    hint,
  }: { rule: ReturnType<typeof ruleOf>; fields: Fields; aid: number; hint: string | undefined },
  reply: Response,
  text: string,
): Reply<E> {
  let outcome
  try {
    // A body that is JSON inside a JSON string is parsed there again.
    outcome = readReply(rule, JSON.parse(text))
  } catch (cause) {
    throw new NetworkError('requestFailed', { reply, cause })
  }
  if (!outcome.ok) {
    const error = new PassportError(outcome.rejection, { operation: endpoint.operation, fields })
    if (error.name === 'session_expired') endSignedInHint(hint)
    if (error.name === 'bad_app') tellUnknown(aid)
    throw error
  }
  try {
    return mask(outcome.value, endpoint.reply)
  } catch (cause) {
    throw new NetworkError('requestFailed', { reply, cause })
  }
}

function findPath(
  endpoint: Endpoint,
  settings: ClientSettings,
  fields: Fields,
): { family: ReturnType<typeof familiesOf>[number]; path: string } {
  for (const family of familiesOf(settings)) {
    const path = pathOf(endpoint, family)
    if (path !== undefined) {
      return { family, path: fillPath(path, { aid: String(settings.aid), ...fields }) }
    }
  }
  throw new TypeError(`${endpoint.operation} has no path for this interface`)
}

async function commonParams(settings: ClientSettings, passed: Passed | undefined): Promise<Fields> {
  const webId = passed?.webId || (await fingerprintInTime(settings.fingerprint ?? readWebId))
  return {
    aid: String(settings.aid),
    ...(settings.subjectAid === undefined ? {} : { subject_aid: String(settings.subjectAid) }),
    language: settings.language,
    account_sdk_source: settings.interface ?? 'web',
    passport_jssdk_version: PROTOCOL_VERSION,
    fp: webId,
    verifyFp: webId,
    ...(settings.interface === 'app' ? { is_native_h5: '1' } : {}),
    ...(passed === undefined ? {} : { is_resend: '1' }),
  }
}

// In the body and not in the address, which logs record.
function secondParams(second: SecondPass | undefined): Fields {
  return second === undefined
    ? {}
    : { sms_code_key: second.smsCodeKey, verify_ticket: second.verifyTicket }
}

function toFields(payload: object): Fields {
  return Object.fromEntries(
    Object.entries(payload)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, toText(value)]),
  )
}

// Lists of texts are joined by commas; objects and lists of them are JSON.
function toText(value: string | number | boolean | object): string {
  if (typeof value !== 'object') return String(value)
  const isList = Array.isArray(value) && value.every((one) => typeof one !== 'object')
  return isList ? value.join(',') : JSON.stringify(value)
}

function checkOneOf(endpoint: Endpoint, fields: Fields): void {
  if (endpoint.oneOf.length === 0) return
  const given = endpoint.oneOf.filter((name) => fields[name] !== undefined && fields[name] !== '')
  if (given.length !== 1) throw new OneOfError(endpoint.oneOf)
}

function formOf(
  endpoint: Endpoint,
  fields: Fields,
  files: Readonly<Record<string, Blob>>,
): Fields | FormData {
  if (endpoint.body !== 'multipart') return fields
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, file] of Object.entries(files)) form.set(name, file)
  return form
}
