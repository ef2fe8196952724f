// The blog that Astro's own starter would be with these posts, their covers and languages, and
// nothing beyond it.

const view = (lang: 'en' | 'ja'): Record<string, string> => {
  const prefix = lang === 'en' ? '' : '/ja'
  const folder = `src/pages${prefix}`
  const up = lang === 'en' ? '../..' : '../../..'
  const mine = `(await getCollection('blog')).filter((post) => post.id.startsWith('${lang}/')).sort((a, b) => b.data.date.valueOf() - a.data.date.valueOf())`
  return {
    [`${folder}/index.astro`]: `---
import Base from '${lang === 'en' ? '..' : '../..'}/layout.astro'
---
<Base lang="${lang}" title="Blog"><h1>Blog</h1><p><a href="${prefix}/blog">Posts</a></p></Base>
`,
    [`${folder}/blog/[...page].astro`]: `---
import { Image } from 'astro:assets'
import { getCollection } from 'astro:content'
import Base from '${up}/layout.astro'
export async function getStaticPaths({ paginate }) {
  return paginate(${mine}, { pageSize: 10 })
}
const { page } = Astro.props
---
<Base lang="${lang}" title="Posts"><h1>Posts</h1>
  {page.data.map((post) => <article>{post.data.cover && <Image width={720} height={360} src={post.data.cover} alt="" />}<h2><a href={'${prefix}/blog/' + post.id.slice(3)}>{post.data.title}</a></h2><p>{post.data.description}</p><time>{post.data.date.toISOString().slice(0, 10)}</time></article>)}
  {page.url.prev && <a href={page.url.prev}>Newer</a>} {page.url.next && <a href={page.url.next}>Older</a>}
</Base>
`,
    [`${folder}/blog/[id].astro`]: `---
import { Image } from 'astro:assets'
import { getCollection, render } from 'astro:content'
import Base from '${up}/layout.astro'
export async function getStaticPaths() {
  return ${mine}.map((post) => ({ params: { id: post.id.slice(3) }, props: { post } }))
}
const { post } = Astro.props
const { Content } = await render(post)
---
<Base lang="${lang}" title={post.data.title}><article>{post.data.cover && <Image width={1020} height={510} src={post.data.cover} alt="" />}<h1>{post.data.title}</h1><time>{post.data.date.toISOString().slice(0, 10)}</time><Content /></article></Base>
`,
    [`${folder}/rss.xml.js`]: `import rss from '@astrojs/rss'
import { getCollection } from 'astro:content'
export async function GET(context) {
  const posts = ${mine}
  return rss({ title: 'Blog', description: 'Posts', site: context.site, items: posts.map((post) => ({ ...post.data, pubDate: post.data.date, link: '${prefix}/blog/' + post.id.slice(3) })) })
}
`,
  }
}

/** The files of the plain blog but for its posts, by their path. */
export const plainBlog: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module", "private": true }\n',
  'astro.config.mjs': `import sitemap from '@astrojs/sitemap'
import { defineConfig } from 'astro/config'
export default defineConfig({ site: 'http://localhost:4321', integrations: [sitemap()] })
`,
  'src/content.config.ts': `import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'
const blog = defineCollection({
  loader: glob({ base: 'src/content/blog', pattern: '**/*.md' }),
  schema: ({ image }) => z.object({ title: z.string(), description: z.string(), date: z.coerce.date(), author: z.string(), tags: z.array(z.string()), cover: image().optional() }),
})
export const collections = { blog }
`,
  'src/layout.astro': `---
const { lang, title } = Astro.props
---
<!doctype html>
<html lang={lang}>
  <head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>{title}</title></head>
  <body><header><a href="/">Home</a></header><main><slot /></main></body>
</html>
<style is:global>body { font-family: system-ui, sans-serif; margin: 0 auto; max-width: 45rem; padding: 1rem }</style>
`,
  ...view('en'),
  ...view('ja'),
}
