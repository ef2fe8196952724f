import { allMessages } from '../../messages/all-messages.ts'

const all = Object.values(allMessages).map(({ templates }) => templates)

/** Lines of templates that are long enough to be recognized. */
export const templateLines: ReadonlySet<string> = new Set(
  all
    .flatMap(({ post, change }) => [post.body, change.body])
    .flatMap((body) => body.split('\n').filter((line) => line.length > 20)),
)

/** Descriptions and summaries of templates. */
export const templateSentences: ReadonlySet<string> = new Set(
  all.flatMap(({ post, change }) => [post.description, change.summary]),
)
