import { SITE_AID } from '#protocol/site-app.ts'
import { serverSource } from '../calls/operator-source.ts'
import type { Outbox } from '../delivery/outbox.ts'
import type { Events } from '../events/events.ts'
import type { WebhookEndpoint } from '../store/schema/webhooks.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Webhooks } from '../events/webhooks.ts'

/** Services that giving an endpoint up needs. */
export interface GiveUpServices {
  events: Pick<Events, 'note'>
  outbox: Outbox
  transaction: Transaction<GiveUpServices>
  webhooks: Webhooks
}

const reasons = {
  gone: 'it answered 410',
  failing: 'it has failed for five days',
}

/** Switches an endpoint off, gives up what waits for it, and tells the operator. */
export async function giveUpWebhook(
  { transaction }: Pick<GiveUpServices, 'transaction'>,
  { id, notify, url }: WebhookEndpoint,
  reason: keyof typeof reasons,
): Promise<void> {
  await transaction(async ({ events, outbox, webhooks }) => {
    if (!(await webhooks.setState(id, 'off'))) return
    await webhooks.buryAll(id, `the webhook was switched off, because ${reasons[reason]}`)
    await events.note(serverSource(0, 'webhooks'), 'webhook_off', '', id)
    if (notify === '') return
    const recipient = { channel: 'email', address: notify } as const
    const details = { program: url }
    await outbox.add([{ kind: 'webhook_off', aid: SITE_AID, recipient, language: 'en', details }])
  })
}
