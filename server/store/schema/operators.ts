/** What operators may do, the least first; each role may do what those before it may. */
export const operatorRoles = ['support', 'admin', 'owner'] as const

export type OperatorRole = (typeof operatorRoles)[number]

/** A person with a role in the console. */
export interface Operator {
  accountId: string
  role: OperatorRole
  /** Account of the operator who gave the role, or `cli`. */
  addedBy: string
  addedAt: number
}

/** A session of the console; its cookie is never stored. */
export interface ConsoleSession {
  /** SHA-256 of the cookie, hex. */
  hash: string
  accountId: string
  /** The session of the account that it ends with. */
  sessionId: string
  provedAt: number
  lastSeenAt: number
  expiresAt: number
}

/** An entry of the record: what an operator did, or whom one looked at. */
export interface OperatorEvent {
  id: string
  at: number
  /** Account of the operator, or `cli`. */
  actor: string
  /** Such as `person.ban`. */
  action: string
  /** Id of what it was done to; empty for none. */
  target: string
  reason: string
  /** Such as the role that was given; empty for none. */
  detail: string
  /** Network address without its last part. */
  network: string
}

/** Tables of the console. */
export interface OperatorTables {
  operators: Operator
  consoleSessions: ConsoleSession
  operatorEvents: OperatorEvent
}
