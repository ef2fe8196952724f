import type { Struct } from 'superstruct'
import type { Secrets } from '../config/secrets.ts'
import { createCursors } from '../lib/cursors.ts'
import type { Link } from '../pages/page.ts'
import type { ConsoleMessages } from './messages/messages.ts'
import { Refusal } from './refusal.ts'

/** Leads from page to page of a list; places in it are texts that nobody else can read or make. */
export interface Pager {
  /** Returns the place that `after` names, in a list restricted to `filter`. @throws Refusal */
  read<Place>(
    filter: string | undefined,
    after: string | undefined,
    struct: Struct<Place>,
  ): Place | undefined
  /** Returns links to the first page, unless it is shown, and to the next one, if there is one. */
  links(
    query: Readonly<Record<string, string | undefined>>,
    filter: string | undefined,
    next: unknown,
  ): Link[]
}

/** Returns the function that makes the pager of a page. */
export function createPagers(
  secrets: Secrets,
): (path: string, operatorId: string, texts: ConsoleMessages) => Pager {
  const cursors = createCursors(secrets, 'console place', () => new Refusal('invalid'))
  return (path, operatorId, texts) => {
    const listOf = (filter = ''): string => JSON.stringify([path, operatorId, filter])
    return {
      read: (filter, after, struct) => cursors.read(listOf(filter), after, struct),
      links: ({ after, ...query }, filter, next) => {
        const addressOf = (more: Record<string, string>): string => {
          const given = Object.entries({ ...query, ...more }).flatMap(
            ([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]),
          )
          return `${path}?${new URLSearchParams(given).toString()}`
        }
        const first = { href: addressOf({}), text: texts.first }
        return [
          ...(after === undefined ? [] : [first]),
          ...(next === undefined
            ? []
            : [
                {
                  href: addressOf({ after: cursors.write(listOf(filter), next) }),
                  text: texts.next,
                },
              ]),
        ]
      },
    }
  }
}
