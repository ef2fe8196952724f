import { SelectQueryNode, type CompiledQuery } from 'kysely'

/** Whether a statement only reads, so that it may run beside others, and again. */
export function isRead({ query }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) && query.with === undefined
}
