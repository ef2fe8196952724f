interface Tagged {
  slug: string
  tags: readonly string[]
}

/** Returns up to `limit` other posts that share most tags, in the given order. */
export function relatedTo<Post extends Tagged>(
  post: Tagged,
  posts: readonly Post[],
  limit = 3,
): Post[] {
  const byShared: Post[][] = post.tags.map(() => [])
  for (const other of posts) {
    const shared = other.tags.filter((tag) => post.tags.includes(tag)).length
    const alike = byShared[post.tags.length - shared]
    if (alike === undefined || alike.length === limit || other.slug === post.slug) continue
    alike.push(other)
    // Stops once enough posts share all tags.
    if (byShared[0]?.length === limit) break
  }
  return byShared.flat().slice(0, limit)
}
