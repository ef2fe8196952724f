import {
  appendFileSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

/** Picks a whole number below a limit. */
export type Pick = (limit: number) => number

/** Changes something in a copy of the site, so that it still builds. */
type Edit = (folder: string, pick: Pick) => void

/** Posts that nothing links to, as `writePosts` names them. */
const GENERATED = /^step-/

function replace(file: string, found: RegExp, by: (pick: Pick) => string): Edit {
  return (folder, pick) => {
    const target = path.join(folder, file)
    const before = readFileSync(target, 'utf8')
    const after = before.replace(found, by(pick))
    if (!found.test(before)) throw new Error(`${file} holds nothing like ${found}`)
    writeFileSync(target, after)
  }
}

function onPost(change: (file: string, pick: Pick) => void, lang = 'en'): Edit {
  return (folder, pick) => {
    const posts = path.join(folder, 'src/content/blog', lang)
    const names = readdirSync(posts)
      .filter((name) => GENERATED.test(name))
      .toSorted()
    const name = names[pick(names.length)]
    if (name !== undefined) change(path.join(posts, name), pick)
  }
}

/** Changes that a person may make between two builds, by name. */
export const edits: Readonly<Record<string, Edit>> = {
  text: onPost((file, pick) => appendFileSync(file, `\nSentence \`${pick(1000)}\` more.\n`)),
  title: onPost((file, pick) => {
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/^title: .*/m, `title: Title ${pick(1_000_000)}`))
  }),
  name: onPost((file, pick) => {
    const renamed = `${path.dirname(file)}/step-renamed-${pick(1_000_000)}.md`
    rmSync(file.replace('/en/', '/ja/'), { force: true })
    renameSync(file, renamed)
  }),
  'no translation': onPost((file) => rmSync(file), 'ja'),
  'no English': onPost((file) => rmSync(file)),
  picture: (folder, pick) => {
    const pictures = path.join(folder, 'src/content/blog/pictures')
    const names = readdirSync(pictures)
      .filter((name) => name.endsWith('.webp'))
      .toSorted()
    const [from = '', to = ''] = [names[pick(names.length)], names[pick(names.length)]]
    copyFileSync(path.join(pictures, from), path.join(pictures, to))
  },
  layout: replace(
    'src/layouts/base.astro',
    /<body( data-n="\d+")?/,
    (pick) => `<body data-n="${pick(1000)}"`,
  ),
  style: (folder, pick) =>
    appendFileSync(
      path.join(folder, 'src/styles/prose.css'),
      `.prose p { order: ${pick(1000)} }\n`,
    ),
  message: replace(
    'src/messages/en/frame.ts',
    /skip: '[^']*'/,
    (pick) => `skip: 'Skip ${pick(1000)}'`,
  ),
  configuration: replace(
    'astro.config.mjs',
    /compressHTML: \w+/,
    (pick) => `compressHTML: ${pick(2) === 0}`,
  ),
  'widths of pictures': replace(
    'astro.config.mjs',
    /breakpoints: \[\d+/,
    (pick) => `breakpoints: [${700 + pick(100)}`,
  ),
  'quality of covers': replace(
    'src/collections/pictures.ts',
    /COVER_QUALITY = \d+/,
    (pick) => `COVER_QUALITY = ${50 + pick(40)}`,
  ),
  'picture service': replace('astro.config.mjs', /image: \{( service: .*?\} \} \},)?/, (pick) => {
    const config = `config: { webp: { effort: ${pick(5)} } }`
    return `image: { service: { entrypoint: 'astro/assets/services/sharp', ${config} },`
  }),
  'social pictures': replace(
    'src/lib/social/card.ts',
    /top: \d+px/,
    (pick) => `top: ${60 + pick(20)}px`,
  ),
  markdown: replace(
    'src/lib/tables.ts',
    /className: \['table[^']*'/,
    (pick) => `className: ['table n${pick(1000)}'`,
  ),
  'code blocks': replace(
    'src/lib/code-blocks.ts',
    /class: 'code-block[^']*'/,
    (pick) => `class: 'code-block n${pick(1000)}'`,
  ),
}
