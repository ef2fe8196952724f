import { splitId } from './fallback.ts'

/** Whether a text, by itself, may be seen on a day: no draft, and none of a later day (UTC). */
function isDue(post: { draft: boolean; date: string }, today: string): boolean {
  return !post.draft && post.date <= today
}

/**
 * The posts, such as `ja/first-post`, that readers may see on a day. A translation waits for its
 * English text: the language switch of its page leads there.
 */
export function publishedOf<Post extends { id: string; data: { draft: boolean; date: string } }>(
  posts: readonly Post[],
  today: string,
): Post[] {
  const due = posts.filter(({ data }) => isDue(data, today))
  const known = new Set(due.map(({ id }) => id))
  return due.filter(({ id }) => known.has(`en/${splitId(id)[1]}`))
}
