import { markup, Markup } from '../http/html.ts'
import type { Link } from './page.ts'

/** Returns the HTML of a link. */
export function link({ href, text, isNext = false, isApart = false, id, data = {} }: Link): Markup {
  const named = Object.entries(data).map(([name, value]) => [`data-${name}`, value])
  const all = {
    id,
    href,
    class: isNext ? 'button' : undefined,
    target: isApart && '_blank',
    ...Object.fromEntries(named),
  }
  return markup`<a${attributes(all)}>${text}</a>`
}

/** Returns attributes of a tag, each after a space; those without a value are left out. */
export function attributes(values: Readonly<Record<string, string | boolean | undefined>>): Markup {
  const written = Object.entries(values).map(([name, value]) => {
    if (value === undefined || value === '' || value === false) return ''
    return (value === true ? markup` ${name}` : markup` ${name}="${value}"`).text
  })
  return new Markup(written.join(''))
}
