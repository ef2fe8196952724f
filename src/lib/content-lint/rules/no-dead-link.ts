import { languageName, pathIn, splitPath } from '../../languages.ts'
import { didYouMean } from '../did-you-mean.ts'
import { foundLinks, onePerDefinition } from '../links.ts'
import { messages } from '../messages.ts'
import type { Rule } from '../rule.ts'
import type { Site } from '../site.ts'
import type { SourceText } from '../source-text.ts'

/** Links lead to public pages and existing headings, in the language of the text. */
export const noDeadLink: Rule = {
  name: 'no-dead-link',
  *check(text, site) {
    for (const { isPicture, url, place } of onePerDefinition(foundLinks(text))) {
      const message = isPicture || url === '' ? undefined : messageFor(url, text, site)
      if (message !== undefined) yield { ...place, field: 'link', message }
    }
  },
}

function messageFor(url: string, text: SourceText, site: Site): string | undefined {
  if (url.startsWith('#')) return headingMessage(url, text)
  if (!url.startsWith('/') || url.startsWith('//')) return outsideMessage(url)
  const path = url.replace(/[?#].*$/, '')
  const { lang, path: english } = splitPath(path)
  if (lang !== text.lang) {
    const right = pathIn(text.lang, splitPath(url).path)
    return messages.noDeadLink.otherLanguage(
      url,
      languageName(lang),
      languageName(text.lang),
      right,
    )
  }
  if (english !== '/' && path.endsWith('/'))
    return messages.noDeadLink.slash(url, path.slice(0, -1))
  if (!site.hasPage(english)) {
    return messages.noDeadLink.noPage(
      path,
      didYouMean(english, site.pages(), messages.noDeadLink.correctAddress),
    )
  }
  const heading = decoded(/#(.*)$/.exec(url)?.[1] ?? '')
  const reason = site.notYet(english, heading, text.values)
  if (reason !== undefined) return `${path} ${reason}`
  const advice = heading === '' ? undefined : site.headingAdvice(text, english, heading)
  return advice && messages.noDeadLink.noHeadingThere(heading, path, advice)
}

function headingMessage(url: string, { headingIds }: SourceText): string | undefined {
  const id = decoded(url.slice(1))
  if (headingIds.has(id)) return undefined
  return messages.noDeadLink.noHeading(
    url,
    didYouMean(id, headingIds, messages.noDeadLink.correctAddress),
  )
}

function outsideMessage(url: string): string | undefined {
  const [own, ownPath = '/'] =
    /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(\/.*)?$/.exec(url) ?? []
  if (own !== undefined) return messages.noDeadLink.ownMachine(own, ownPath)
  if (/^[^\s/:@]+@[^\s/@]+$/.test(url)) return messages.noDeadLink.mail(url)
  if (url.startsWith('http://')) return messages.noDeadLink.notSecure(url)
  const isAddress = /^(?:https:\/\/[^/\s]+\.[^/\s]+|mailto:[^@\s]+@)/.test(url)
  return isAddress ? undefined : messages.noDeadLink.noAddress(url)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray % is part of the address.
    return text
  }
}
