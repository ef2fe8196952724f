import type { MethodInfo } from '#protocol/objects.ts'
import { toSeconds } from '../lib/clock.ts'
import type { AuthenticatorApp } from '../store/schema/proofs.ts'

/** Returns an authenticator app in the form of the protocol, without its secret. */
export function describeApp({ id, name, createdAt, lastUsedAt }: AuthenticatorApp): MethodInfo {
  return {
    id,
    method: 'totp_verify',
    name,
    created_at: toSeconds(createdAt),
    last_used_at: toSeconds(lastUsedAt),
    provider: '',
    is_synced: 0,
    is_suspect: 0,
  }
}
