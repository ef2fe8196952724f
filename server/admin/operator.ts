import type { RequestSource } from '../calls/call.ts'

/** Where events come from that an operator causes: no page, no network and no device. */
export const operator: RequestSource = {
  app: { aid: 0 },
  caller: { address: '', userAgent: '' },
  operation: 'operator',
}
