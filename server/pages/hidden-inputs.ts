import { markup, type Markup } from '../http/html.ts'
import type { Form } from './page.ts'

/** Returns the fields of a form that nobody sees. */
export function hiddenInputs(hidden: Form['hidden']): Markup[] {
  return Object.entries(hidden).flatMap(([name, value = '']) =>
    value === '' ? [] : [markup`<input type="hidden" name="${name}" value="${value}">`],
  )
}
