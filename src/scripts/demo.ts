const editor = document.querySelector('.window')

// The shortcuts shown on the buttons work while the focus is inside the demo.
editor?.addEventListener('keydown', (event) => {
  if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.metaKey || event.altKey) return
  const choice = editor.querySelector<HTMLInputElement>(
    `input[data-key="${CSS.escape(event.key)}"]`,
  )
  if (!choice) return
  choice.checked = true
  choice.focus()
})
