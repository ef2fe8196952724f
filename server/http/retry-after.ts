import type { FastifyReply } from 'fastify'

/** Adds Retry-After where the client should wait; 1 second unless the error says more. */
export function addRetryAfter(
  reply: FastifyReply,
  status: number,
  { retry_after: seconds }: Readonly<Record<string, unknown>>,
): void {
  if (status !== 429 && status !== 503) return
  void reply.header('retry-after', typeof seconds === 'number' ? seconds : 1)
}
