import type { CommonParams } from '#protocol/common-params.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import type { Seal } from './seal.ts'
import { unmixFields } from './mixed.ts'
import type { App } from '../store/app-repository.ts'
import type { Config } from '../config/config.ts'
import { PassportError } from '../lib/passport-error.ts'

/** Where a call arrived: what its sealed fields are bound to. */
export interface Arrival {
  endpoint: Endpoint
  path: string
  method: 'GET' | 'POST'
  params: CommonParams
  app: App
}

/**
 * Puts the sensitive fields of a call into plain text, in place. Answers the number of a sealed
 * request, which must be used once only. @throws plaintext_refused, seal_bad, seal_key_unknown.
 */
export async function openSensitive(
  config: Config,
  seal: Seal,
  { endpoint, path, method, params, app }: Arrival,
  values: Record<string, unknown>,
): Promise<string | undefined> {
  const isMixed = params.mix_mode === 1 && app.settings.legacy_mix_mode === 'accept'
  if (isMixed) {
    unmixFields(values, endpoint.sensitive)
    return undefined
  }
  const sent = endpoint.sensitive.filter((name) => values[name] !== undefined)
  if (sent.length === 0) return undefined
  if (params.mix_mode === 1) throw new PassportError('plaintext_refused')
  if (params.mix_mode === 0) {
    if (config.PLAINTEXT_SENSITIVE === 'refuse') throw new PassportError('plaintext_refused')
    return undefined
  }
  const sealed = Object.fromEntries(sent.map((name) => [name, String(values[name])]))
  const { fields, jti } = await seal.open({ method, path, aid: params.aid }, params, sealed)
  Object.assign(values, fields)
  return jti
}
