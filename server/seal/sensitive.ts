import type { CommonParams } from '#protocol/common-params.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import type { Config } from '../config/config.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { App } from '../store/app-repository.ts'
import { unmixFields } from './mixed.ts'
import type { Seal } from './seal.ts'

/** The call to which sealed fields are bound. */
export interface SealedCall {
  endpoint: Endpoint
  path: string
  method: 'GET' | 'POST'
  params: CommonParams
  app: App
}

/**
 * Decrypts or decodes the sensitive fields of a call, in place. Returns the id of a sealed request,
 * which counts once. @throws plaintext_refused, seal_bad, seal_key_unknown
 */
export async function openSensitiveFields(
  config: Config,
  seal: Seal,
  { endpoint, path, method, params, app }: SealedCall,
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
