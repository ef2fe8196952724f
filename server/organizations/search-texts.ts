import { normalizeName } from '../lib/normalize-name.ts'
import { searchedTables, type SearchTextRepository } from '../store/search-text-repository.ts'

const ROWS_AT_ONCE = 1000

/** Returns the text that a member or an invitation is found by. */
export function searchTextOf(name: string, address = ''): string {
  return normalizeName(`${name} ${address}`)
}

/** Returns how many members and invitations cannot be found by their name, and corrects them on request. */
export async function checkSearchTexts(
  texts: SearchTextRepository,
  isFixed: boolean,
): Promise<number> {
  let wrong = 0
  for (const table of searchedTables) {
    let last = ''
    for (;;) {
      const rows = await texts.after(table, last, ROWS_AT_ONCE)
      for (const { id, name, address, searchText } of rows) {
        last = id
        const right = searchTextOf(name, address)
        if (searchText === right) continue
        wrong++
        if (isFixed) await texts.set(table, id, right)
      }
      if (rows.length < ROWS_AT_ONCE) break
    }
  }
  return wrong
}
