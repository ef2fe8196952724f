const KEY = 'theme'

/** Offers themes; `first.js` has already applied the stored choice. */
export function offerThemes(): void {
  const root = document.documentElement
  const inputs = [...document.querySelectorAll<HTMLInputElement>('.theme-switch input')]
  const show = (theme: string): void => {
    for (const input of inputs) input.checked = input.value === theme
    if (theme === 'auto') delete root.dataset['theme']
    else root.dataset['theme'] = theme
    // The sign-in element has a theme of its own.
    for (const element of document.querySelectorAll('passport-login')) {
      element.setAttribute('theme', theme)
    }
  }
  const chosen = root.dataset['theme'] ?? 'auto'
  if (chosen !== 'auto') show(chosen)
  for (const input of inputs) {
    input.checked = input.value === chosen
    input.addEventListener('change', () => {
      show(input.value)
      try {
        localStorage.setItem(KEY, input.value)
      } catch {
        // Without storage, the choice lasts as long as the page.
      }
    })
  }
}
