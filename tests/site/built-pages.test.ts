import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { languages, mainLanguage, pathIn, prefixOf, splitPath } from '../../src/lib/languages.ts'
import { buildSite, type BuiltPage, valuesOf } from './built-site.ts'

const ORIGIN = 'http://localhost:4321'
/** Served by the account server's build, not by the site's. */
const ELEMENT_FILE = /^\/(?:passport-login\.(?:js|css)|assets\/.*\.js)$/

const site = buildSite()
afterAll(() => site.remove())

const isTranslated = ({ path }: BuiltPage): boolean => splitPath(path).lang !== mainLanguage
const englishPathOf = ({ path }: BuiltPage): string => splitPath(path).path
const pageAt = (path: string): BuiltPage => {
  const page = site.pages.find((candidate) => candidate.path === path)
  if (!page) throw new Error(`${path} was not built`)
  return page
}
const canonicalOf = (page: BuiltPage): string | undefined =>
  /<link rel="canonical" href="([^"]*)"/.exec(page.html)?.[1]
const alternatesOf = (page: BuiltPage): Map<string, string> =>
  new Map(
    [...page.html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)].map(
      ([, lang = '', href = '']) => [lang, href],
    ),
  )
/** The page without texts that are in another language than the page. */
const ownPart = (page: BuiltPage): string =>
  page.html.replaceAll(/<(article|div)[^>]* lang="en".*?<\/\1>/gs, '')

test('has every path in every language', () => {
  const pathsOf = (lang: string): string[] =>
    site.pages.filter(({ path }) => splitPath(path).lang === lang).map(englishPathOf)
  const english = pathsOf(mainLanguage)
  // A text may stand alone in another language, which may add a page to a list.
  const isAlone = (path: string): boolean => /^\/(?:blog|changelog)\//.test(path)
  for (const lang of languages) {
    const own = pathsOf(lang).filter((path) => english.includes(path) || !isAlone(path))
    expect(own.toSorted(), lang).toEqual(english.toSorted())
  }
})

test.each(languages.map(prefixOf))(
  'has a web manifest under "%s" with existing icons',
  (prefix) => {
    expect(pageAt(prefix || '/').html).toContain(`rel="manifest" href="${prefix}/site.webmanifest"`)
    const { icons, start_url: start } = JSON.parse(site.read(`${prefix}/site.webmanifest`)) as {
      icons: { src: string }[]
      start_url: string
    }
    expect(start).toBe(prefix || '/')
    for (const { src } of icons) expect(site.paths.has(src), src).toBe(true)
  },
)

test('splits the blog into pages of ten', () => {
  const teasers = (path: string): number =>
    pageAt(path).html.match(/<article class="teaser"/g)?.length ?? 0
  expect(teasers('/blog')).toBe(10)
  expect(teasers('/blog/2')).toBeGreaterThan(0)
  expect(pageAt('/blog').html).toContain('rel="next"')
  expect(pageAt('/blog').html).not.toContain('rel="prev"')
  expect(pageAt('/ja/blog/2').html).toContain('href="/ja/blog"')
})

test('splits the changelog into pages of five, and links each release to its page', () => {
  const releases = (path: string): string[] =>
    [...pageAt(path).html.matchAll(/<section class="release"[^>]* id="([^"]*)"/g)].map(
      ([, id = '']) => id,
    )
  const [first, second] = [releases('/changelog'), releases('/ja/changelog/2')]
  expect(first).toHaveLength(5)
  expect(second.length).toBeGreaterThan(0)
  const oldest = second.at(-1) ?? ''
  for (const path of ['/ja/changelog.html', '/ja/changelog/rss.xml', '/ja/changelog/feed.json']) {
    expect(site.read(path), path).toContain(`/ja/changelog/2#${oldest}`)
  }
  // Feed readers identify a release by this.
  expect(site.read('/ja/changelog/rss.xml')).toContain(`${ORIGIN}/ja/changelog#${oldest}</guid>`)
})

test('has unique anchors on each page', () => {
  const twice = site.pages.flatMap((page) => {
    const ids = valuesOf(page.html, 'id')
    return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${page.path}: ${id}`)
  })
  expect(twice).toEqual([])
})

test('has no dead links or anchors', () => {
  const broken = site.pages.flatMap((page) =>
    valuesOf(page.html, 'href').flatMap((href) => {
      // The account server answers below `/passport/` and `/form/`.
      if (/^(?:mailto:|https?:|\/passport\/|\/form\/)/.test(href) || ELEMENT_FILE.test(href))
        return []
      const [path = '', anchor] = href.split('?')[0]?.split('#') ?? []
      if (!site.paths.has(path || page.path)) return [`${page.path}: ${href}`]
      if (anchor === undefined) return []
      const target = pageAt(path || page.path)
      return target.html.includes(` id="${decodeURI(anchor)}"`) ? [] : [`${page.path}: ${href}`]
    }),
  )
  expect(broken).toEqual([])
})

test('stays in the language of the reader', () => {
  const strays = site.pages.filter(isTranslated).flatMap((page) =>
    [...ownPart(page).matchAll(/<a [^>]*href="(\/[^"]*)"[^>]*>/g)].flatMap(([tag, href = '']) =>
      splitPath(href.replace(/#.*/, '')).lang === splitPath(page.path).lang ||
      tag.includes('hreflang=') ||
      // Files have no language, and calls carry theirs.
      /^\/(?:downloads|passport|form)\//.test(href)
        ? []
        : [`${page.path}: ${href}`],
    ),
  )
  expect(strays).toEqual([])
  // There are Japanese posts enough.
  expect(pageAt('/ja').html).not.toContain('data-other-language')
})

test('names one address per page, without an ending', () => {
  for (const page of site.pages.filter((one) => englishPathOf(one) !== '/404')) {
    const canonical = canonicalOf(page)
    // The home page has two addresses; one of them is to be found.
    const { lang, path } = splitPath(page.path)
    const english = path === '/home' ? '/' : path
    const addresses = [lang, mainLanguage].map((one) => ORIGIN + pathIn(one, english))
    expect(addresses, page.path).toContain(canonical)
  }
})

test('gives a post without a translation to the English address, and says so to the reader', () => {
  const fallbacks = site.pages.filter(
    (page) =>
      isTranslated(page) &&
      englishPathOf(page) !== '/home' &&
      englishPathOf(page) !== '/404' &&
      canonicalOf(page) !== `${ORIGIN}${page.path}`,
  )
  for (const page of fallbacks) {
    expect(page.html, page.path).toMatch(/<article class="prose" lang="en"/)
    expect(page.html, page.path).toContain('class="notice"')
    expect(alternatesOf(page).size, page.path).toBe(0)
    expect(site.read('sitemap-0.xml'), page.path).not.toContain(`<loc>${ORIGIN}${page.path}</loc>`)
  }
})

test('lets the languages of a page point at each other', () => {
  for (const page of site.pages) {
    const alternates = alternatesOf(page)
    if (alternates.size === 0) continue
    const known = languages.filter((lang) => alternates.has(lang))
    expect([...alternates.keys()], page.path).toEqual([...known, 'x-default'])
    expect([...alternates.values()], page.path).toContain(canonicalOf(page))
    for (const href of alternates.values()) {
      const other = pageAt(new URL(href).pathname)
      expect(alternatesOf(other), page.path).toEqual(alternates)
    }
  }
})

test('tells search engines of a page and its languages what the page itself tells', () => {
  const entries = [...site.read('sitemap-0.xml').matchAll(/<url><loc>(.*?)<\/loc>(.*?)<\/url>/gs)]
  expect(entries.length).toBeGreaterThan(20)
  for (const [, address = '', rest = ''] of entries) {
    const links = [...rest.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)]
    const alternates = new Map(links.map(([, lang = '', href = '']) => [lang, href]))
    const page = pageAt(new URL(address).pathname)
    expect(alternates, address).toEqual(alternatesOf(page))
    expect(page.html, address).not.toContain('content="noindex"')
  }
})

test('needs no exception in the content security policy', () => {
  const offences = site.pages.flatMap((page) => {
    const markup = page.html.replaceAll(
      /<script [^>]*type="application\/(?:ld\+)?json">.*?<\/script>/gs,
      '',
    )
    const found = [
      ...markup.matchAll(/<style|<script(?![^>]*\ssrc=)[^>]*>|\sstyle="[^"]*"|\son[a-z]+="/g),
    ]
    return found.map(([text]) => `${page.path}: ${text}`)
  })
  expect(offences).toEqual([])
})

/** The scripts that a script imports before it runs. */
const importsOf = (script: string): string[] =>
  [...site.read(script).matchAll(/\bfrom"\.\/([^"]+)"/g)].map(([, file = '']) => `/_astro/${file}`)

test('does in two small files what every page does', () => {
  const every = site.pages.flatMap(({ html }) =>
    valuesOf(html, 'src').filter((src) => src.startsWith('/_astro/base.astro')),
  )
  const [base = '', ...more] = new Set(every)
  expect(more).toEqual([])
  expect(importsOf(base)).toHaveLength(1)
  for (const file of importsOf(base)) expect(importsOf(file)).toEqual([])
})

test('asks for at most ten files before the form of a sign-in page can be used', () => {
  for (const path of ['/login', '/ja/sign-up', '/reset-password']) {
    const { html } = pageAt(path)
    const links = html.match(/<link rel="(?:stylesheet|preload)"/g) ?? []
    const scripts = valuesOf(html, 'src').filter((src) => src.startsWith('/_astro/'))
    const files = new Set([...scripts, ...scripts.flatMap(importsOf)])
    // With the page itself and its icon.
    expect(2 + links.length + files.size, path).toBeLessThanOrEqual(10)
  }
})

test('gives every page one first heading, a language, a title and a description', () => {
  for (const page of site.pages) {
    const { lang } = splitPath(page.path)
    // A template replaces the content next to it, the sign-in a page of somebody who is signed in.
    const shown = page.html
      .replaceAll(/<template>.*?<\/template>/gs, '')
      .replace(/<div class="known-out">.*?<\/passport-login>/s, '')
    expect(shown.match(/<h1[\s>]/g)?.length, page.path).toBe(1)
    expect(page.html, page.path).toContain(`<html lang="${lang}"`)
    expect(page.html, page.path).toMatch(/<title>[^<]{3,}<\/title>/)
    expect(page.html, page.path).toMatch(/<meta name="description" content="[^"]{8,}"/)
  }
})

/** A link or picture whose address needs the page that it is on. */
const RELATIVE = /\s(?:href|src)="(?!https?:|mailto:)/

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

const rooms = ['blog', 'changelog'].flatMap((room) => [
  { room, lang: 'en', folder: room },
  { room, lang: 'ja', folder: `ja/${room}` },
])

test.each(rooms)('has a complete RSS feed for $folder', ({ lang, folder }) => {
  const feed = site.read(`${folder}/rss.xml`)
  const [head = '', ...items] = feed.split('<item>')
  const inside = (text: string, tag: string): string =>
    new RegExp(`<${tag}[^>]*>([^<]+)</${tag}>`).exec(text)?.[1] ?? ''
  expect(inside(head, 'language')).toBe(lang)
  expect(inside(head, 'title')).not.toBe('')
  expect(inside(head, 'description')).not.toBe('')
  expect(inside(head, 'link')).toBe(`${ORIGIN}/${folder}`)
  expect(head).toContain(`<atom:link href="${ORIGIN}/${folder}/rss.xml" rel="self"`)
  expect(items.length).toBeGreaterThan(0)
  for (const item of items) {
    const link = inside(item, 'link')
    // Only what is in the language of the feed.
    expect(link.startsWith(`${ORIGIN}/${folder}`), link).toBe(true)
    expect(site.paths.has(new URL(link).pathname), link).toBe(true)
    expect(inside(item, 'title'), link).not.toBe('')
    // All of the text, with addresses that hold in a reader too.
    const text = unescaped(inside(item, 'content:encoded'))
    expect(text, link).toMatch(/^\s*<(?:p|h2|h3)\b/)
    expect(text, link).not.toMatch(RELATIVE)
    expect(inside(item, 'guid'), link).toBe(lasting(link))
    // As RFC 822 writes it.
    expect(inside(item, 'pubDate'), link).toMatch(/^\w{3}, \d{2} \w{3} \d{4} [\d:]{8} GMT$/)
  }
})

test.each(rooms)('has a complete JSON feed for $folder', ({ lang, folder }) => {
  const feed = JSON.parse(site.read(`${folder}/feed.json`)) as Record<string, unknown> & {
    items: Record<string, unknown>[]
  }
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: expect.stringMatching(/./),
    language: lang,
    home_page_url: `${ORIGIN}/${folder}`,
    feed_url: `${ORIGIN}/${folder}/feed.json`,
  })
  expect(feed.items.length).toBeGreaterThan(0)
  expect(new Set(feed.items.map(({ id }) => id)).size).toBe(feed.items.length)
  for (const item of feed.items) {
    expect(item).toMatchObject({
      id: lasting(String(item.url)),
      title: expect.stringMatching(/./),
      content_html: expect.stringMatching(/^\s*<(?:p|h2|h3)\b/),
      date_published: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
    })
    expect(item.content_html, String(item.url)).not.toMatch(RELATIVE)
    expect(site.paths.has(new URL(String(item.url)).pathname), String(item.url)).toBe(true)
  }
})

// Releases move to further pages as newer ones come, and stay the same to readers of feeds.
function lasting(address: string): string {
  return address.replace(/\/changelog\/\d+#/, '/changelog#')
}

test('links the feeds of the page’s language on every page', () => {
  for (const page of site.pages) {
    const prefix = prefixOf(splitPath(page.path).lang)
    for (const room of ['blog', 'changelog']) {
      expect(page.html, page.path).toContain(`href="${prefix}/${room}/rss.xml"`)
      expect(page.html, page.path).toContain(`href="${prefix}/${room}/feed.json"`)
    }
  }
})

/** Properties that search engines require of each type (schema.org). */
const wantedOf: Record<string, readonly string[]> = {
  SoftwareApplication: ['name', 'operatingSystem', 'applicationCategory', 'url', 'offers'],
  Organization: ['name', 'url', 'logo'],
  BreadcrumbList: ['itemListElement'],
  BlogPosting: ['headline', 'datePublished', 'author', 'inLanguage', 'mainEntityOfPage'],
}

test('has structured data of schema.org', () => {
  const described = site.pages.flatMap((page) =>
    [...page.html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, text = '']) => ({ page, data: JSON.parse(text) as Record<string, unknown> }),
    ),
  )
  expect(described.map(({ page }) => page.path)).toEqual(
    expect.arrayContaining(['/', '/ja', '/blog/review-as-diffs', '/ja/blog/review-as-diffs']),
  )
  for (const { page, data } of described) {
    expect(data['@context'], page.path).toBe('https://schema.org')
    const required = wantedOf[String(data['@type'])]
    expect(required, `${page.path} is a ${String(data['@type'])}`).toBeDefined()
    for (const name of required ?? []) expect(data[name], `${page.path} ${name}`).toBeTruthy()
  }
})

test('has a social picture of an accepted size for every page', () => {
  const metaOf = ({ html }: BuiltPage, name: string): string | undefined =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]
  const pictures = new Map<string, string[]>()
  for (const page of site.pages.filter((one) => englishPathOf(one) !== '/404')) {
    const picture = metaOf(page, 'og:image') ?? ''
    expect(picture, page.path).toMatch(/^http:\/\/localhost:4321\/_astro\/[\w.-]+\.(?:png|jpg)$/)
    expect(site.paths, page.path).toContain(picture.slice(ORIGIN.length))
    expect(metaOf(page, 'og:image:alt'), page.path).toMatch(/^(?!Sable: Sable).+/)
    expect([metaOf(page, 'og:image:width'), metaOf(page, 'og:image:height')]).toEqual([
      '1200',
      '630',
    ])
    expect(metaOf(page, 'twitter:card')).toBe('summary_large_image')
    pictures.set(picture, [...(pictures.get(picture) ?? []), page.path])
  }
  // A post shares its picture with nothing but its own page in other languages.
  for (const paths of pictures.values()) {
    const posts = paths.filter((path) => metaOf(pageAt(path), 'og:type') === 'article')
    const names = new Set(posts.map((path) => splitPath(path).path))
    expect(names.size, paths.join()).toBeLessThanOrEqual(1)
    expect(posts.length === 0 || posts.length === paths.length, paths.join()).toBe(true)
  }
})

test('has an llms.txt that links to every post', () => {
  const links = [...site.read('llms.txt').matchAll(/\]\(([^)]+)\)/g)].map(([, link]) =>
    (link ?? '').replace(ORIGIN, ''),
  )
  expect(links.filter((link) => !site.paths.has(link))).toEqual([])
  const posts = site.pages.filter(({ path }) => /^\/blog\/(?!\d+$)[^/]+$/.test(path))
  expect(links).toEqual(expect.arrayContaining(posts.map(({ path }) => path)))
})

test('links readers of a text in another language to pages in their own', () => {
  const fallback = site.pages.filter(
    ({ path, html }) =>
      path.startsWith('/ja/blog/') && html.includes('<article class="prose" lang="en"'),
  )
  expect(fallback.length).toBeGreaterThan(0)
  for (const page of fallback) {
    const [, text = ''] = /<article class="prose"[^>]*>([\s\S]*?)<\/article>/.exec(page.html) ?? []
    const away = valuesOf(text, 'href').filter((link) => /^\/(?!ja\/)[^.#]*$/.test(link))
    expect(away, page.path).toEqual([])
  }
})

test('links bitmap icons on every page', async () => {
  const names = ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png']
  for (const { path, html } of site.pages) {
    const links = html.match(/<link rel="(?:icon|apple-touch-icon)"[^>]*>/g) ?? []
    expect(
      links.flatMap((link) => valuesOf(link, 'href')),
      path,
    ).toEqual(names)
  }
  // Two pictures, the first of 16 by 16 pixels.
  expect([...(await readFile('public/favicon.ico')).subarray(0, 8)]).toEqual([
    0, 0, 1, 0, 2, 0, 16, 16,
  ])
  const { format, width, height } = await sharp('public/apple-touch-icon.png').metadata()
  expect([format, width, height]).toEqual(['png', 180, 180])
})
