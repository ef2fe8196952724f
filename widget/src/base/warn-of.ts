import { languages, supportedLanguage } from '#protocol/languages.ts'
import { attributeNames, type AttributeError } from './settings.ts'

/** Attributes of every element, and those that the captcha reads. */
const otherNames =
  /^(?:id|class|style|dir|title|hidden|slot|part|is|role|tabindex|autofocus|shadow|app-name|did|iid|(?:captcha|setting)-host|(?:data|aria)-.*|on.*)$/

/** Logs warnings about invalid attributes of an element. */
export function warnOf(element: HTMLElement, attributeErrors: readonly AttributeError[]): void {
  const errors = [...attributeErrors, ...languageErrors(element)]
  const known: readonly string[] = attributeNames
  const unknown = element
    .getAttributeNames()
    .filter((name) => !known.includes(name) && !otherNames.test(name))
  if (errors.length + unknown.length === 0) return
  import('./attribute-warnings.ts').then(
    ({ warnOfAttributes }) => warnOfAttributes(errors, unknown),
    // Advice is never worth disturbing the page.
    () => undefined,
  )
}

// A warning only, for a page may pass on whatever language its visitor has.
function languageErrors(element: HTMLElement): AttributeError[] {
  const value = element.getAttribute('lang') ?? ''
  if (value === '' || supportedLanguage(value) !== undefined) return []
  const message = `the form is in English; write one of ${languages.join(', ')}`
  return [{ attribute: 'lang', value, message }]
}
