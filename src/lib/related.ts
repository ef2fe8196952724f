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
  const shared = (other: Tagged): number =>
    other.tags.filter((tag) => post.tags.includes(tag)).length
  return posts
    .filter((other) => other.slug !== post.slug && shared(other) > 0)
    .toSorted((one, two) => shared(two) - shared(one))
    .slice(0, limit)
}
