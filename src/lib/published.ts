/** Whether readers may see a post of a day: no draft, and none of a later day (UTC). */
export function isPublished(post: { draft: boolean; date: string }, today: string): boolean {
  return !post.draft && post.date <= today
}
