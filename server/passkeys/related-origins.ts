import type { Config } from '../config/config.ts'

/** Returns what browsers read at the RP ID: which other sites may use its passkeys (WebAuthn, 5.11). */
export function relatedOriginsFile({
  PASSKEY_RELATED_ORIGINS: origins,
}: Pick<Config, 'PASSKEY_RELATED_ORIGINS'>): string {
  return JSON.stringify({ origins })
}

/**
 * Returns the name of an origin before its public suffix, which browsers count. Without the list of
 * suffixes it takes short names below country codes, such as `co.uk`, for one.
 */
export function originLabel(origin: string): string {
  const names = new URL(origin).hostname.split('.').toReversed()
  const [last = '', second = '', third] = names
  const isDouble = last.length === 2 && second.length <= 3 && third !== undefined
  return (isDouble ? third : second) || last
}
