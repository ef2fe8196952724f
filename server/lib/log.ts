import { hostname } from 'node:os'
import { pino, type DestinationStream, type Logger } from 'pino'
import { errorName, errors, type ErrorName } from '#protocol/errors.ts'
import { readVersion } from './version.ts'

/** Logs calls and events, one line each, without secrets and personal data. */
export interface Log {
  readonly pino: Logger
  call(line: {
    operation: string
    aid: number | undefined
    status: number
    error: number
    ms: number
    logId: string
    /** Permission that a member lacks. */
    permission?: string
  }): void
  signedIn(logId: string, accountId: string, by: string): void
  signedUp(logId: string, accountId: string, by: string): void
  passwordChanged(logId: string, accountId: string): void
  passwordRefused(logId: string, failures: number): void
  codeAsked(logId: string, type: number, channel: string): void
  providerFailed(logId: string, provider: string, error: string, reason: string): void
  captchaIssued(logId: string, client: { did: string; iid: string; appName: string }): void
  captchaAnswered(logId: string, result: 'passed' | 'failed' | 'exhausted' | 'expired'): void
  sent(messageId: string, channel: string): void
  sendFailed(messageId: string, attempts: number, error: unknown): void
  /** An attempt to tell an endpoint of an event. */
  webhook(line: {
    eventId: string
    endpointId: string
    attempts: number
    status: number
    ms: number
    result: 'done' | 'failed' | 'dead'
    error?: string
  }): void
  fault(logId: string, operation: string, error: unknown): void
}

// Errors that no client of ours causes: somebody attacks.
const attackErrors = new Set<number>(
  (
    [
      'csrf_error',
      'seal_bad',
      'seal_replay',
      'plaintext_refused',
      'oauth_state_invalid',
      'qr_not_yours',
    ] satisfies ErrorName[]
  ).map((name) => errors[name].code),
)

// Control characters that JSON does not escape, but terminals and line readers act on.
const controls = /[\u007f-\u009f\u2028\u2029]/g

// Fields that are removed, should somebody log them by mistake.
const secretPaths = [
  'password',
  'code',
  'email',
  'mobile',
  'cookie',
  'authorization',
  'token',
].flatMap((name) => [name, `*.${name}`])

/** Creates the log of a process; it writes to standard output by default. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const hooks = { streamWrite: (line: string) => line.replaceAll(controls, '?') }
  const serializers = { err: describeError }
  // Tells which of several instances wrote the line, and its version.
  const base = { instance: `${hostname()}:${process.pid}`, version: readVersion() }
  const options = { level, base, redact: secretPaths, hooks, serializers }
  const logger = destination === undefined ? pino(options) : pino(options, destination)
  return {
    pino: logger,
    call: (line) => {
      const named = { ...line, errorName: errorName(line.error) }
      if (attackErrors.has(line.error)) logger.warn(named, 'attempt refused')
      else logger[isNoise(line) ? 'debug' : 'info'](named, 'call')
    },
    signedIn: (logId, accountId, by) => logger.info({ logId, accountId, by }, 'signed in'),
    signedUp: (logId, accountId, by) => logger.info({ logId, accountId, by }, 'signed up'),
    passwordChanged: (logId, accountId) => logger.info({ logId, accountId }, 'password changed'),
    passwordRefused: (logId, failures) => logger.info({ logId, failures }, 'password refused'),
    codeAsked: (logId, type, channel) => logger.info({ logId, type, channel }, 'code asked for'),
    providerFailed: (logId, provider, error, reason) =>
      logger.warn({ logId, platform: provider, error, reason }, 'third party failed'),
    captchaIssued: (logId, client) => {
      const isNamed = client.did !== '' || client.appName !== '' || !['', '0'].includes(client.iid)
      if (isNamed) logger.info({ logId, ...client }, 'captcha issued')
    },
    captchaAnswered: (logId, result) => {
      if (result === 'exhausted') logger.warn({ logId }, 'captcha tries used up')
    },
    sent: (messageId, channel) => logger.info({ messageId, channel }, 'message sent'),
    sendFailed: (messageId, attempts, error) =>
      logger.warn({ messageId, attempts, err: error }, 'message not sent'),
    webhook: (line) => logger[line.result === 'done' ? 'info' : 'warn'](line, 'webhook was called'),
    fault: (logId, operation, error) => logger.error({ logId, operation, err: error }, 'fault'),
  }
}

// Every open page sends the first two all the time, and anybody may request unknown paths.
function isNoise({ operation, status }: Parameters<Log['call']>[0]): boolean {
  return (
    /\/(?:account_info|token_beat)$|^telemetry/.test(operation) ||
    (operation === 'request' && status < 500)
  )
}

// Mail servers repeat addresses in their errors and databases repeat rows, so only these fields are logged.
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return {
    type: error.name,
    // Named differently, because the field `code` is removed from every line.
    errorCode: code,
    responseCode,
    message: withoutAddresses(error.message),
    stack: withoutAddresses(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

function withoutAddresses(text: string): string {
  return text
    .replaceAll(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '[address]')
    .replaceAll(/\+?\d{6,}/g, '[number]')
}
