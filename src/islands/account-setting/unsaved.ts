/** What people type into the sections, except what they would type anew in any case. */
const TYPED =
  '[data-part=page] :is(textarea, input:not([type=password], [type=checkbox], [type=file], [autocomplete=one-time-code]))'

/** Whether text was typed into a section and is not saved. */
export function hasUnsaved(element: HTMLElement): boolean {
  return [...element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED)].some(
    ({ value, defaultValue }) => value !== defaultValue,
  )
}

/** Lets the browser ask before such text is lost; it listens once something was typed. */
export function askBeforeLoss(element: HTMLElement): void {
  const ask = (event: BeforeUnloadEvent): void => {
    if (hasUnsaved(element)) event.preventDefault()
  }
  element.addEventListener('input', () => addEventListener('beforeunload', ask))
}
