import type { Config } from '../config/config.ts'
import type { OutsideGuard } from '../http/outside.ts'
import { inRanges } from '../lib/address.ts'

/** Returns where webhooks may go besides the public internet. */
export function webhookGuard({
  WEBHOOK_NETWORKS,
  isLoopback,
}: Pick<Config, 'WEBHOOK_NETWORKS' | 'isLoopback'>): OutsideGuard {
  return { mayBeLocal: isLoopback, isAllowed: inRanges(WEBHOOK_NETWORKS) }
}
