import type { WebhookEndpoint } from '../store/schema/webhooks.ts'
import type { ClaimedDelivery } from '../store/webhook-repository.ts'
import type { WebhookSubject } from '../events/webhooks.ts'

/** Returns what an endpoint is sent of an event. */
export async function webhookBody(
  { kind, data, at }: ClaimedDelivery,
  _endpoint: WebhookEndpoint,
): Promise<string> {
  const timestamp = new Date(at).toISOString()
  const subject = JSON.parse(data) as WebhookSubject
  return JSON.stringify({ type: kind, timestamp, data: { ...subject, at: timestamp } })
}
