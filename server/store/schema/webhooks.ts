/** Who is told of what, by a row of `webhook_endpoints`. */
export interface WebhookEndpoint {
  id: string
  url: string
  /** Kinds of events, with spaces between. */
  kinds: string
  /** The application of which alone it is told; null for all. */
  aid: number | null
  /** Encrypted, like the former ones. */
  secret: string
  /** Each after its end and a colon, with spaces between, the newest first. */
  formerSecret: string | null
  /** Until when the newest former secret signs, too. */
  formerUntil: number
  /** Whether it gets the user object. */
  withProfile: 0 | 1
  /** Mailbox that is told when it is switched off; may be empty. */
  notify: string
  state: 'on' | 'off'
  /** Time of the first failure since its last success; 0 while it answers. */
  failingSince: number
  createdAt: number
}

/** Something that endpoints are told. */
export interface WebhookEvent {
  /** Begins with the time, so that ids are in its order. */
  id: string
  kind: string
  /** JSON of ids alone. */
  data: string
  at: number
}

/** One event for one endpoint. */
export interface WebhookDelivery {
  eventId: string
  endpointId: string
  dueAt: number
  attempts: number
  state: 'due' | 'done' | 'dead'
  /** Of the last answer; 0 for none. */
  status: number
  /** Why the last attempt failed. */
  error: string
  /** Time that the last attempt took. */
  ms: number
}

/** Tables of webhooks. */
export interface WebhookTables {
  webhookEndpoints: WebhookEndpoint
  webhookEvents: WebhookEvent
  webhookDeliveries: WebhookDelivery
}
