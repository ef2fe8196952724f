import { attributeNames, type AttributeError } from './settings.ts'

/** Attributes of every element, and those that the captcha reads. */
const otherNames =
  /^(?:id|class|style|dir|title|hidden|slot|part|is|role|tabindex|autofocus|shadow|app-name|did|iid|(?:captcha|setting)-host|(?:data|aria)-.*|on.*)$/

/** Logs warnings about invalid attributes of an element. */
export function warnOf(element: HTMLElement, errors: readonly AttributeError[]): void {
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
