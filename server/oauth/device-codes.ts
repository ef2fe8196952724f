import { errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import { parseScopes } from '#protocol/scopes.ts'
import { SECOND_MS, toSeconds, type Clock } from '../lib/clock.ts'
import { hashToken } from '../lib/tokens.ts'
import { resourceScopes } from './resources.ts'
import type { OAuthDeviceCodeRepository } from '../store/oauth-device-code-repository.ts'
import type { OAuthResourceRepository } from '../store/oauth-resource-repository.ts'
import type { OAuthTokenRepository } from '../store/oauth-token-repository.ts'

/** Seconds that a device waits between two polls (RFC 8628 §3.5). */
export const POLL_SECONDS = 5

/** Polls on a busy network arrive a little early. */
const EARLY_MS = SECOND_MS

/** Dependencies of the adapter for device codes. */
interface DeviceCodeStore {
  deviceCodes: OAuthDeviceCodeRepository
  resources: OAuthResourceRepository
  tokens: Pick<OAuthTokenRepository, 'end'>
}

/** Returns what the engine stores device codes in; a person answers them by `device-request.ts`. */
export function deviceCodeAdapter(
  { deviceCodes, resources, tokens }: DeviceCodeStore,
  clock: Clock,
  hashUserCode: (code: string) => string,
): Pick<Adapter, 'find' | 'upsert' | 'consume' | 'revokeByGrantId'> {
  return {
    // The engine looks a code up only for a device that polls.
    find: async (reference) => {
      const [hash, now] = [hashToken(reference), clock()]
      const code = await deviceCodes.find(hash)
      if (code === undefined) return undefined
      if (code.expiresAt <= now) throw new errors.ExpiredToken('the code has expired')
      if (!(await deviceCodes.poll(hash, now))) {
        throw new errors.SlowDown(`wait ${POLL_SECONDS} seconds more between two polls`)
      }
      const payload = JSON.parse(code.payload) as AdapterPayload
      const isUsed = code.state === 'used'
      return { ...payload, jti: reference, ...(isUsed && { consumed: toSeconds(now) }) }
    },
    upsert: async (reference, { jti: _reference, userCode = '', ...payload }, seconds = 0) => {
      const { scope, resource } = payload.params ?? {}
      const [id, second] = [resource ?? []].flat()
      if (second !== undefined) throw new errors.InvalidTarget('ask for one resource at a time')
      const text = typeof scope === 'string' ? scope : undefined
      const found = typeof id === 'string' ? await resources.find(id) : undefined
      const others = found === undefined ? {} : resourceScopes(found, text).scopes
      if (parseScopes(text ?? 'user_info').length === 0 && Object.keys(others).length === 0) {
        throw new errors.InvalidScope('no scope is known', text ?? '')
      }
      const now = clock()
      await deviceCodes.insert({
        hash: hashToken(reference),
        userCodeHash: hashUserCode(userCode),
        clientId: payload.clientId ?? '',
        state: 'open',
        payload: JSON.stringify(payload),
        intervalMs: POLL_SECONDS * SECOND_MS - EARLY_MS,
        lastPolledAt: 0,
        createdAt: now,
        expiresAt: now + seconds * SECOND_MS,
      })
    },
    consume: async (reference) => {
      const hash = hashToken(reference)
      if (await deviceCodes.use(hash)) return
      const code = await deviceCodes.find(hash)
      // The engine tells the device of a refusal by itself.
      if (code?.state !== 'refused') throw new errors.InvalidGrant('the code was used before')
    },
    revokeByGrantId: (id) => tokens.end(id),
  }
}
