import type { GetStaticPathsResult } from 'astro'
import { loaderFile, loaderRoutes, type LoaderRoute } from '#protocol/loaders.ts'
import { type Lang, languages, pathIn } from '../lib/languages.ts'
import { allMessages } from '../messages/all-messages.ts'
import { legalPages, navigation, site } from '../site.ts'
import { changes, pathOf } from './changes.ts'
import { legalText } from './legal.ts'

/** Returns a data file for each route with a loader, but those of persons. */
export function loaderPaths(): GetStaticPathsResult {
  return loaderRoutes
    .filter((route) => loaderFile('/', route) !== undefined)
    .map((route) => ({ params: { route } }))
}

/** Returns a route's loader data as JSON. */
export async function loaderReply(lang: Lang, route: string | undefined): Promise<Response> {
  const known = loaderRoutes.find((one) => one === route)
  if (known === undefined) throw new Error(`the route ${route ?? ''} has no loader`)
  return Response.json({ route: known, lang, data: await load(lang, known) })
}

async function load(lang: Lang, route: LoaderRoute): Promise<object> {
  const t = allMessages[lang]
  if (route === 'root') {
    return {
      product: site.name,
      version: site.version,
      languages: Object.fromEntries(languages.map((one) => [one, allMessages[one].language.name])),
      navigation: navigation.map(({ path, word }) => ({
        href: pathIn(lang, path),
        text: t.frame[word],
      })),
    }
  }
  if (route === 'changelog') {
    const all = await changes(lang)
    return {
      releases: all.map((change) => ({
        version: change.slug,
        date: change.entry.data.date,
        title: change.entry.data.title,
        summary: change.entry.data.summary,
        lang: change.textLang,
        href: pathIn(lang, pathOf(change)),
      })),
    }
  }
  const legal = legalPages.find((page) => page === route)
  if (legal === undefined) throw new Error(`nothing is loaded for ${route}`)
  const { entry, textLang } = await legalText(lang, legal)
  return { ...entry.data, lang: textLang }
}
