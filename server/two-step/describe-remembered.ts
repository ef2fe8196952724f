import type { Infer } from 'superstruct'
import type { rememberedBrowser } from '#protocol/objects.ts'
import { toSeconds } from '../lib/clock.ts'
import type { RememberedBrowser } from '../store/schema/proofs.ts'

/** Returns a remembered browser as replies show it, without the hash of its cookie. */
export function describeRemembered({
  id,
  device,
  createdAt,
  lastUsedAt,
  expiresAt,
}: RememberedBrowser): Infer<typeof rememberedBrowser> {
  return {
    id,
    device,
    created_at: toSeconds(createdAt),
    last_used_at: toSeconds(lastUsedAt),
    expires_at: toSeconds(expiresAt),
  }
}
