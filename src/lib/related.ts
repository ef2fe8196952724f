interface Tagged {
  slug: string
  tags: readonly string[]
}

/** Up to `limit` other posts that share most tags; ties keep the given order (newest first). */
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
    // Nobody shares more than everything: of many thousand posts few have to be looked at.
    if (byShared[0]?.length === limit) break
  }
  return byShared.flat().slice(0, limit)
}
