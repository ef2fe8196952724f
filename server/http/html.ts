const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Returns text that is safe between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** HTML that needs no escaping any more. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Template tag for HTML: text is escaped, lists are joined by line breaks. */
export function markup(
  parts: TemplateStringsArray,
  ...values: readonly (string | Markup | readonly Markup[])[]
): Markup {
  return new Markup(parts.map((part, at) => part + textOf(values[at] ?? '')).join(''))
}

function textOf(value: string | Markup | readonly Markup[]): string {
  if (typeof value === 'string') return escapeHtml(value)
  return value instanceof Markup ? value.text : value.map(({ text }) => text).join('\n')
}
