const BUTTONS = 'passport-login button[type=button]'

/** Repeats the last press of a button that came before the element could answer it. */
export function keepPress(form: HTMLElement): void {
  let pressed = ''
  const note = ({ target }: Event): void => {
    const button = target instanceof Element ? target.closest(BUTTONS) : null
    if (button) pressed = button.textContent
  }
  form.addEventListener('click', note)
  const repeat = (): void => {
    form.removeEventListener('click', note)
    if (pressed === '') return
    // By its text, since the element may have drawn it in another place.
    const buttons = [...form.querySelectorAll<HTMLButtonElement>(BUTTONS)]
    buttons.find(({ textContent }) => textContent === pressed)?.click()
  }
  form.addEventListener('passport-ready', repeat, { once: true })
}
