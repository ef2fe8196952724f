const form = document.querySelector<HTMLFormElement>('.sign-out form')
const problem = document.querySelector<HTMLElement>('[data-failed]')

form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void signOut(form)
})

async function signOut(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button')
  if (!button || button.disabled) return
  const label = button.textContent
  button.disabled = true
  button.textContent = button.dataset['working'] ?? label
  if (problem) problem.textContent = ''
  try {
    const { endSession } = await import('./end-session.ts')
    await endSession(Number(form.dataset['aid']), form.dataset['lang'] === 'ja' ? 'ja' : 'en')
    document.dispatchEvent(new Event('session-change'))
    document.querySelector<HTMLElement>('.sign-out h1')?.focus()
  } catch (error) {
    // The session lives on, whatever the reason; the visitor must know, and the console says why.
    reportError(error)
    if (problem) problem.textContent = problem.dataset['failed'] ?? ''
  } finally {
    button.disabled = false
    button.textContent = label
  }
}
