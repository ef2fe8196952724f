import { languageName, pathIn, splitPath } from '../../languages.ts'
import { didYouMean } from '../did-you-mean.ts'
import { attributeOf, htmlTags } from '../html-tags.ts'
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
      if (isPicture || url === '') continue
      for (const message of messagesFor(url, text, site)) yield { ...place, field: 'link', message }
    }
    for (const tag of htmlTags(text)) {
      const url = tag.name === 'a' ? attributeOf(tag, 'href') : undefined
      if (url === undefined || url === '') continue
      const { line, column } = tag
      for (const message of messagesFor(url, text, site)) {
        yield { line, column, field: 'link', message }
      }
    }
  },
}

/** Addresses of the machine that a text is written on. */
const OWN_MACHINE = /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(?=[/?#]|$)/

// All that is wrong at once, so that a writer who does what is said is done.
function* messagesFor(url: string, text: SourceText, site: Site): Generator<string> {
  const isOwn = OWN_MACHINE.test(url)
  if (url.startsWith('#') || !(isOwn || /^\/(?!\/)/.test(url))) {
    const message = url.startsWith('#') ? headingMessage(url, text) : outsideMessage(url)
    if (message !== undefined) yield message
    return
  }
  const [, path = '/', rest = ''] = /^([^?#]*)(.*)$/.exec(url.replace(OWN_MACHINE, '')) ?? []
  const { lang, path: found } = splitPath(path || '/')
  const english = found.replace(/\/+$/, '') || '/'
  const right = pathIn(text.lang, english)
  const pages = site.pagesIn(text.lang)
  const names = [lang, text.lang].map(languageName)
  const faults = [
    ...(isOwn ? [messages.noDeadLink.ownMachine] : []),
    ...(lang === text.lang ? [] : [messages.noDeadLink.otherLanguage(names)]),
    ...(english === found ? [] : [messages.noDeadLink.slash]),
  ]
  if (!pages.hasPage(english)) {
    const known = pages.pages().map((page) => pathIn(text.lang, page))
    const advice = didYouMean(right, known, messages.noDeadLink.correctAddress)
    yield messages.noDeadLink.nowhere(url, faults, messages.noDeadLink.noPage(right, advice))
    return
  }
  if (faults.length > 0) yield messages.noDeadLink.write(url, faults, right + rest)
  const heading = decoded(/#(.*)$/.exec(rest)?.[1] ?? '')
  const reason = pages.notYet(english, heading, text.values)
  const advice =
    reason === undefined && heading !== '' && pages.headingAdvice(text, english, heading)
  if (reason !== undefined) yield `${right} ${reason}`
  else if (advice) yield messages.noDeadLink.noHeadingThere(heading, right, advice)
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
  if (/^[^\s/:@]+@[^\s/@]+$/.test(url)) return messages.noDeadLink.mail(url)
  if (/^\.\.?\/.*\.(?:png|jpe?g|webp)$/i.test(url)) return messages.noDeadLink.picture(url)
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
