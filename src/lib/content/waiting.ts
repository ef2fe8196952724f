import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDay } from '../dates.ts'
import { languages } from '../languages.ts'
import { readFrontMatter, readText } from './front-matter.ts'

/** Returns the future day on which a text becomes public; drafts have none. */
export function waitsFor(values: unknown, today: string): string | undefined {
  if (typeof values !== 'object' || values === null) return undefined
  const { date, draft }: { date?: unknown; draft?: unknown } = values
  const isLater = typeof date === 'string' && isDay(date) && date > today
  return isLater && draft !== true ? date : undefined
}

function headOf(path: string): unknown {
  return readFrontMatter(readText(path))?.values
}

/** Returns the next day on which a text below `root` becomes public. */
export function nextDay(root: string, today: string): string | undefined {
  const rooms = ['blog', 'changelog'].flatMap((room) => languages.map((lang) => join(room, lang)))
  const days = rooms.flatMap((room) => {
    const folder = join(root, 'src/content', room)
    const names = existsSync(folder) ? readdirSync(folder) : []
    return names
      .filter((name) => name.endsWith('.md') && !name.startsWith('.'))
      .map((name) => waitsFor(headOf(join(folder, name)), today))
      .filter((day) => day !== undefined)
  })
  return days.toSorted()[0]
}
