import { CompiledQuery } from 'kysely'
import type { Database } from '../database.ts'
import { identifierKinds } from '../identifiers.ts'
import { digestTable, type TableDigest } from './table-rows.ts'
import type { Reference, TableShape } from './table-shapes.ts'

/** What a database holds, and what contradicts itself in it. */
export interface DatabaseCheck {
  readonly tables: ReadonlyMap<string, TableDigest>
  /** Sentences for the operator. */
  readonly faults: readonly string[]
}

/** References that the tables do not enforce. */
const looseReferences: Readonly<Record<string, Reference>> = {
  linked_accounts: { column: 'account_id', table: 'accounts', key: 'id' },
  organization_events: { column: 'account_id', table: 'accounts', key: 'id' },
}

/** Reads a database through; servers may change it meanwhile only if digests do not matter. */
export async function checkDatabase(
  database: Database,
  shapes: readonly TableShape[],
): Promise<DatabaseCheck> {
  const tables = new Map<string, TableDigest>()
  for (const shape of shapes) tables.set(shape.name, await digestTable(database, shape))
  const found = [
    ...shapes.flatMap(orphanSearches),
    ...identifierKinds.map(identifierSearch),
    managerSearch,
  ]
  const faults: string[] = []
  for (const { what, select } of found) {
    const text = `select count(*) as "count", min("id") as "first" from (${select}) as "found"`
    const { rows } = await database.query
      .withoutPlugins()
      .executeQuery<{ count: number; first: string | null }>(CompiledQuery.raw(text))
    const { count = 0, first = '' } = rows[0] ?? {}
    if (count > 0) faults.push(`${what}: ${count}, such as ${first}.`)
  }
  return { tables, faults }
}

/** Statement that finds what must not be there. */
interface Search {
  readonly what: string
  /** Selects `id`. */
  readonly select: string
}

function orphanSearches({ name, references }: TableShape): Search[] {
  const loose = looseReferences[name]
  return [...references, ...(loose === undefined ? [] : [loose])].map(({ column, table, key }) => ({
    what: `Rows of ${name} whose ${column} is in no row of ${table}`,
    select: `select "child"."${column}" as "id" from "${name}" as "child"
      left join "${table}" as "parent" on "parent"."${key}" = "child"."${column}"
      where "child"."${column}" is not null and "parent"."${key}" is null`,
  }))
}

// What an account shows is a copy of what signs it in.
function identifierSearch(kind: (typeof identifierKinds)[number]): Search {
  return {
    what: `Accounts whose ${kind} is not their identifier`,
    select: `select "accounts"."id" from "accounts" left join "identifiers"
      on "identifiers"."account_id" = "accounts"."id" and "identifiers"."kind" = '${kind}'
      where coalesce("accounts"."${kind}", '') <> coalesce("identifiers"."value", '')`,
  }
}

const managerSearch: Search = {
  what: 'Organizations without one manager',
  select: `select "organizations"."id" from "organizations" left join "memberships"
    on "memberships"."organization_id" = "organizations"."id" and "memberships"."is_manager" = 1
    group by "organizations"."id" having count("memberships"."id") <> 1`,
}
