import type { RequestSource } from '../calls/call.ts'

/** Source of events that an operator causes: without page, network and device. */
export const operatorSource: RequestSource = {
  app: { aid: 0 },
  caller: { address: '', userAgent: '' },
  operation: 'operator',
}
