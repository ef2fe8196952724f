import { afterPaint } from './after-paint.ts'

// The form of a sign-in page is there to be typed into before its script, all parts of which are
// fetched at once.
const form = document.querySelector<HTMLElement>('.entry-form[data-scripts]')
const [entry, ...parts] = form?.dataset['scripts']?.split(' ') ?? []

if (entry !== undefined) afterPaint(() => bring(entry))

function bring(script: string): void {
  for (const part of parts) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = part
    document.head.append(link)
  }
  import(/* @vite-ignore */ script).catch(reportError)
}
