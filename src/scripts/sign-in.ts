// The form of a sign-in page is there to be typed into before its script. That is fetched when the
// browser has set about drawing the form, so that its text shares no network; all parts at once.
const form = document.querySelector<HTMLElement>('.entry-form[data-scripts]')
const [entry, ...parts] = form?.dataset['scripts']?.split(' ') ?? []

if (entry !== undefined) {
  // Nothing is drawn in the background, where nobody is kept waiting either.
  if (document.hidden) bring(entry)
  else requestAnimationFrame(() => setTimeout(bring, 0, entry))
}

function bring(script: string): void {
  for (const part of parts) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = part
    document.head.append(link)
  }
  import(/* @vite-ignore */ script).catch(reportError)
}

export {}
