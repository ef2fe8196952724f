import { isDay } from '../../dates.ts'
import { mainLanguage } from '../../languages.ts'
import { messages } from '../messages.ts'
import { atField, type Rule } from '../rule.ts'

const DAY_MS = 86_400_000

/** Dates of a text are plausible and fit its English text. */
export const days: Rule = {
  name: 'days',
  *check(text, site) {
    const { date, updated, draft } = text.values
    if (areDays(updated, date) && String(updated) < String(date)) {
      yield atField(text, 'updated', messages.days.beforePublication(String(updated), String(date)))
    }
    // In some time zone it is already tomorrow.
    const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
    const isLate = typeof updated === 'string' && isDay(updated) && updated > tomorrow
    if (isLate && updated > String(date))
      yield atField(text, 'updated', messages.days.notYet(updated))
    const field = text.folder === 'legal' ? 'effective' : 'date'
    const day = text.values[field]
    const values = site.find(text.folder, mainLanguage, text.slug)?.values
    const english = values?.[field]
    if (text.lang === mainLanguage || draft === true || values?.['draft'] === true) return
    if (!areDays(day, english) || day === english) return
    yield atField(text, field, messages.days.otherThanEnglish(String(day), String(english)))
  },
}

function areDays(...values: unknown[]): boolean {
  return values.every((value) => typeof value === 'string' && isDay(value))
}
