import type { Endpoint } from './endpoint.ts'
import { errorName, errors, type ErrorName } from './errors.ts'
import { families, type Family } from './families.ts'

/** Reply of every call; all three success rules read it alike. */
export interface Envelope {
  message: 'success' | 'error'
  error_code: number
  status_code: number
  description: string
  data: Record<string, unknown>
  log_id: string
  redirect_url?: string
  /** Copy of `data.verify`, where captcha loaders look for it. */
  verify?: Record<string, unknown>
  verify_center_decision_conf?: string
  verify_center_secondary_decision_conf?: string
}

/** Returns the envelope of a successful call. */
export function success(data: object, logId: string): Envelope {
  // Spreading into an object with defaults is measurably slower than adding the defaults afterwards.
  const full: Record<string, unknown> = { ...data }
  full.error_code ??= 0
  full.description ??= ''
  full.captcha ??= ''
  full.desc_url ??= ''
  const { redirect_url: redirect, verify } = full
  return {
    message: 'success',
    error_code: 0,
    status_code: 0,
    description: '',
    data: full,
    log_id: logId,
    ...(typeof redirect === 'string' ? { redirect_url: redirect } : {}),
    ...(isRecord(verify) ? { verify } : {}),
  }
}

/** Returns the envelope of a rejection; `extra` overrides fields of `data`. */
export function failure(
  name: ErrorName,
  description: string,
  logId: string,
  extra: Record<string, unknown> = {},
): Envelope {
  const { code } = errors[name]
  const envelope: Envelope = {
    message: 'error',
    error_code: code,
    status_code: code,
    description,
    data: {
      error_code: code,
      description,
      name,
      log_id: logId,
      captcha: '',
      desc_url: '',
      alert_text: '',
      ...extra,
    },
    log_id: logId,
  }
  for (const key of [
    'verify_center_decision_conf',
    'verify_center_secondary_decision_conf',
  ] as const) {
    const decision = extra[key]
    if (typeof decision === 'string') envelope[key] = decision
  }
  if (typeof extra.redirect_url === 'string') envelope.redirect_url = extra.redirect_url
  return envelope
}

/** Name of the rule that tells a success from a rejection. */
export type SuccessRule = 'sso' | 'auth' | 'message'

/** Returns the success rule of a call; sso families override that of the endpoint. */
export function ruleOf(endpoint: Endpoint, family: Family): SuccessRule {
  return families[family].source === 'sso' ? 'sso' : endpoint.rule
}

/** Reply as the client reads it. */
export type Outcome = { ok: true; value: unknown } | { ok: false; rejection: Rejection }

/** Reason of a rejection; other servers may leave parts out. */
export interface Rejection {
  code: number
  name: ErrorName | undefined
  description: string
  logId: string
  data: Record<string, unknown>
  /** Captcha decision to pass before the call is sent again. */
  decision: string | undefined
}

/**
 * Applies a success rule to a reply, which may be JSON text.
 * @throws SyntaxError for text that is not JSON, TypeError for a value that is not an object.
 */
export function readReply(rule: SuccessRule, body: unknown): Outcome {
  const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : body
  if (!isRecord(parsed)) throw new TypeError('the reply is not an object')
  if (rule === 'sso' && Number(parsed.error_code) === 0) {
    return { ok: true, value: parsed.message === 'success' ? parsed.data : parsed }
  }
  if (rule === 'auth' && Number(parsed.status_code) === 0) return { ok: true, value: parsed.data }
  if (rule === 'message' && parsed.message === 'success') return { ok: true, value: parsed.data }
  return { ok: false, rejection: readRejection(parsed) }
}

function readRejection(body: Record<string, unknown>): Rejection {
  const data = isRecord(body.data) ? body.data : {}
  const code = Number(data.error_code ?? body.error_code ?? body.status_code ?? 0)
  const decision =
    data.verify_center_secondary_decision_conf ??
    body.verify_center_secondary_decision_conf ??
    data.verify_center_decision_conf ??
    body.verify_center_decision_conf
  return {
    code,
    name: errorName(code),
    description: textOf(data.description ?? body.description),
    logId: textOf(data.log_id ?? body.log_id),
    data,
    decision:
      typeof decision === 'string'
        ? decision
        : isRecord(decision)
          ? JSON.stringify(decision)
          : undefined,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
