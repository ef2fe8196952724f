import { randomBytes } from 'node:crypto'
import { adminScopes, type AdminScope } from '#protocol/admin.ts'
import { isVisible } from '#protocol/fields.ts'
import { isRange } from '../lib/address.ts'
import { requireApp } from '../apps/require-app.ts'
import { DAY_MS } from '../lib/clock.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { hashToken } from '../lib/tokens.ts'
import type { Services } from '../services/services.ts'
import { makeAdminToken } from './admin-token-text.ts'
import type { AdminToken } from '../store/schema/applications.ts'

/** Longest life of a token; a day more, because the last one ends in the last time zone. */
const MAX_LIFE_MS = 367 * DAY_MS

/** What an operator asks a token for. */
export interface NewAdminToken {
  name: string
  scopes: readonly string[]
  expiresAt: number
  /** Ranges that it may be used from; empty for all. */
  networks: readonly string[]
  /** The only application whose people it sees; null for all. */
  aid: number | null
}

/** Makes a token; its text is returned here alone. @throws OperatorError */
export async function addAdminToken(
  services: Pick<Services, 'adminTokens' | 'clock' | 'registeredApps'>,
  { name, scopes, expiresAt, networks, aid }: NewAdminToken,
): Promise<{ text: string; token: AdminToken }> {
  const { adminTokens, clock } = services
  const now = clock()
  if (name.length > 64 || !isVisible(name)) {
    throw new OperatorError('invalid', 'tokenName')
  }
  const wrong = scopes.find((scope) => !adminScopes.some((known) => known === scope))
  if (wrong !== undefined || scopes.length === 0) {
    throw new OperatorError('invalid', 'tokenScope', wrong ?? '', adminScopes.join(', '))
  }
  const range = networks.find((network) => !isRange(network))
  if (range !== undefined) throw new OperatorError('invalid', 'tokenNetwork', range)
  if (expiresAt > now + MAX_LIFE_MS) throw new OperatorError('invalid', 'tokenLife')
  if (aid !== null) await requireApp(services, aid)
  const text = makeAdminToken()
  const token: AdminToken = {
    id: randomBytes(6).toString('hex'),
    name,
    hash: hashToken(text),
    scopes: adminScopes.filter((scope) => scopes.includes(scope)).join(' '),
    aid,
    networks: networks.join(','),
    createdAt: now,
    expiresAt,
    lastUsedAt: 0,
    endedAt: 0,
  }
  await adminTokens.insert(token)
  return { text, token }
}

/** Ends a token at once. @throws OperatorError */
export async function endAdminToken(
  { adminTokens, clock }: Pick<Services, 'adminTokens' | 'clock'>,
  id: string,
): Promise<void> {
  if (!(await adminTokens.end(id, clock()))) {
    throw new OperatorError('unknown', 'token', id)
  }
}

/** Returns whether a token has a scope. */
export function hasScope({ scopes }: AdminToken, scope: AdminScope): boolean {
  return scopes.split(' ').includes(scope)
}
