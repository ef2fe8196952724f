document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null
  if (!(button instanceof HTMLElement)) return
  const { copy = '', copied = '', failed = '' } = button.dataset
  const say = (text: string): void => {
    const status = button.parentElement?.querySelector('[role=status]')
    if (status) status.textContent = text
  }
  navigator.clipboard.writeText(copy).then(
    () => say(copied),
    () => say(failed),
  )
})
