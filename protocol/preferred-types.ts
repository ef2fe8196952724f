import type { Channel, CodeTypeNumber, Purpose } from './code-types.ts'

/** Code type that our client sends for a purpose and a channel. */
export const preferredType = {
  login: { mobile: 24, email: 13 },
  register: { mobile: 1, email: 16 },
  reset: { mobile: 4, email: 6 },
  bind: { mobile: 17, email: 8 },
  change: { mobile: 20, email: 20 },
  verify: { mobile: 22, email: 11 },
  authorize: { mobile: 26, email: 26 },
  recover: { mobile: 40, email: 40 },
} as const satisfies Record<Purpose, Record<Channel, CodeTypeNumber>>
