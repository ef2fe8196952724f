import { didYouMean } from '../did-you-mean.ts'
import { messages } from '../messages.ts'
import { atField, type Rule } from '../rule.ts'

/** Authors, topics and versions are known. */
export const knownNames: Rule = {
  name: 'known-names',
  *check(text, site) {
    const { author, tags, version } = text.values
    if (typeof author === 'string' && author !== '' && isUnknown(author, site.authors)) {
      const advice = didYouMean(author, site.authors, messages.knownNames.useAuthor(site.authors))
      yield atField(text, 'author', messages.knownNames.author(author, advice))
    }
    for (const topic of Array.isArray(tags) ? tags : []) {
      if (typeof topic !== 'string' || !isUnknown(topic, site.topics)) continue
      const advice = /[、，;；]/.test(topic)
        ? messages.knownNames.apart
        : didYouMean(topic, site.topics, messages.knownNames.useTopic(site.topics))
      yield atField(text, 'tags', messages.knownNames.topic(topic, advice))
    }
    if (typeof version === 'string' && version !== text.slug) {
      yield atField(text, 'version', messages.knownNames.version(version))
    }
  },
}

// Without a readable list, no name is reported.
function isUnknown(name: string, known: ReadonlySet<string>): boolean {
  return known.size > 0 && !known.has(name)
}
