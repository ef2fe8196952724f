import { SelectQueryNode, type CompiledQuery } from 'kysely'

/** Returns whether a statement only reads, so that it may run beside writers and be repeated. */
export function isRead({ query }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) && query.with === undefined
}
