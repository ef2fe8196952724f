import process from 'node:process'
import { type CollectionEntry, render } from 'astro:content'
import UnreadText from '../components/unread-text.astro'
import { keptText } from '../lib/content/kept-texts.ts'

type Rendered = Pick<Awaited<ReturnType<typeof render>>, 'Content' | 'headings'>

/** The text of an entry; while developing, a note in its place if it has to be mended first. */
export async function renderText(
  entry: CollectionEntry<'blog' | 'changelog' | 'legal'>,
): Promise<Rendered> {
  if (entry.rendered !== undefined) {
    return render({ ...entry, rendered: { ...entry.rendered, html: keptText(entry) } })
  }
  if (!import.meta.env.DEV) return render(entry)
  try {
    return await render(entry)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${entry.filePath}: ${reason}\n`)
    return { Content: UnreadText, headings: [] }
  }
}
