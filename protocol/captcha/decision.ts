import { is, optional, size, string, type } from 'superstruct'
import { kindCodes, kindOfCode, type KindName } from './kind-codes.ts'
import type { Region } from './settings.ts'

/** Maximum length of `detail`, in bytes. */
export const DETAIL_BYTES = 1024

/** What is read of `verify_center_decision_conf`. */
const decisionConf = type({
  code: string(),
  detail: size(string(), 1, DETAIL_BYTES),
  fp: optional(string()),
  region: optional(string()),
  log_id: optional(string()),
})

/** Captcha decision. */
export interface Decision {
  subtype: KindName
  detail: string
  /** `webId` that must answer; empty if any may. */
  fp: string
  region: Region
  logId: string
}

/** Reads a decision from JSON text or an object; returns undefined if malformed. */
export function readDecision(conf: unknown): Decision | undefined {
  const value = typeof conf === 'string' ? parse(conf) : conf
  if (typeof value !== 'object' || value === null || !('code' in value)) return undefined
  const raw: unknown = { ...value, code: String(value.code) }
  if (!is(raw, decisionConf)) return undefined
  return {
    subtype: kindOfCode(raw.code),
    detail: raw.detail,
    fp: raw.fp ?? '',
    region: raw.region === 'va' ? 'va' : 'sg',
    logId: raw.log_id ?? '',
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Formats the value of `verify_center_decision_conf`. */
export function writeDecision(decision: Decision & { operation: string; ticket: string }): string {
  const { subtype, detail, fp, region, logId, operation, ticket } = decision
  return JSON.stringify({
    code: kindCodes[subtype],
    subtype,
    type: 'verify',
    from: 'passport',
    version: '1',
    region,
    detail,
    verify_event: operation,
    verify_ticket: ticket,
    fp,
    server_sdk_env: JSON.stringify({ idc: region, region, server_type: 'passport' }),
    log_id: logId,
    scene_level: 'p0',
    ui_type: '',
  })
}
