import { Buffer } from 'node:buffer'
import { type Node, Renderer } from '@takumi-rs/core'
import { colours } from '#protocol/theme.ts'
import { createFonts, fontStack } from './fonts.ts'
import { withPhrases } from './phrases.ts'
import { SOCIAL_HEIGHT_PX, SOCIAL_WIDTH_PX, type SocialPicture } from './picture.ts'

const css = `
  .card { position: relative; width: 100%; height: 100%; background: ${colours.bg.light}; color: ${colours['ink-soft'].light};
    font-family: ${fontStack}; font-weight: 500; font-size: 28px; }
  .ground { position: absolute; }
  .name { position: absolute; left: 142px; top: 72px; font-size: 38px; }
  .label { position: absolute; right: 84px; top: 82px; }
  .note { position: absolute; left: 84px; bottom: 66px; }
  .middle { position: absolute; left: 84px; right: 84px; top: 144px; height: 356px;
    display: flex; flex-direction: column; justify-content: center; }
  .words { display: flex; flex-direction: column; gap: 26px; padding-left: 27px;
    border-left: 9px solid ${colours.accent.light}; }
  .name, .title { color: ${colours.ink.light}; font-weight: 600; font-variation-settings: "wdth" 84; }
  .title, .text { display: block; overflow-wrap: anywhere; word-break: keep-all;
    text-wrap: balance; font-feature-settings: "palt"; }
  .title { line-height: 1.14; }
  .title:lang(ja) { line-height: 1.34; }
  .text { font-size: 33px; line-height: 1.5; line-clamp: 3; }
`

// The logo beside the name, and again large in the corner.
const sign = (scale: number, left: number, top: number, upper: string): string => `
  <g transform="translate(${left} ${top}) scale(${scale})">
    <path fill="${upper}" d="M10 5H28L24 15H10C3.333 15 3.333 5 10 5Z"/>
    <path fill="${colours.accent.light}" d="M22 27H4L8 17H22C28.667 17 28.667 27 22 27Z"/>
  </g>`
const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${SOCIAL_WIDTH_PX}" height="${SOCIAL_HEIGHT_PX}">
  ${sign(1.6, 79, 71, colours.ink.light)}${sign(7, 1000, 486, colours.line.light)}</svg>`

/** Font sizes of a title, with the number of lines allowed in each. */
const TITLE_SIZES = [
  { px: 108, lines: 1 },
  { px: 86, lines: 2 },
  { px: 74, lines: 3 },
  { px: 62, lines: 4 },
  { px: 50, lines: 5 },
  { px: 43, lines: 6 },
]
const SMALLEST = { px: 43, lines: 6 }
const TITLE_WIDTH_PX = 996
/** Factor on a title's size when text follows. */
const WITH_TEXT = 0.85
/** Average width of a letter, relative to its size. */
const WIDE = 1.02
const NARROW = 0.45

const renderer = new Renderer()
const need = createFonts(renderer)

/** Draws a social picture as PNG with the site's fonts. */
export async function drawCard(picture: SocialPicture): Promise<Uint8Array> {
  const { lang, name, label = '', title, text = '', note = '' } = picture
  const write = (className: string, words: string, style?: Node['style']): Node => {
    // The site's fonts have no emoji.
    const known = words.replaceAll(/\p{Extended_Pictographic}\ufe0f?\s*/gu, '').trim()
    return { type: 'text', className, text: withPhrases(known), ...(style && { style }) }
  }
  await need(`…${name}${label}${title}${text}${note}`)
  const { px, lines } = sizeOf(title)
  const fontSize = text === '' ? px : px * WITH_TEXT
  const words = [write('title', title, { fontSize, lineClamp: lines })]
  if (text !== '') words.push(write('text', text))
  const card: Node = {
    type: 'container',
    className: 'card',
    children: [
      { type: 'image', className: 'ground', src: Buffer.from(ground) },
      write('name', name),
      write('label', label),
      {
        type: 'container',
        className: 'middle',
        children: [{ type: 'container', className: 'words', children: words }],
      },
      write('note', note),
    ],
  }
  return await renderer.render(card, {
    width: SOCIAL_WIDTH_PX,
    height: SOCIAL_HEIGHT_PX,
    format: 'png',
    css: [css],
    lang,
  })
}

function sizeOf(title: string): { px: number; lines: number } {
  const width = [...title].reduce((sum, letter) => sum + (letter > '\u2e80' ? WIDE : NARROW), 0)
  const fits = ({ px, lines }: { px: number; lines: number }): boolean =>
    width * px <= TITLE_WIDTH_PX * lines * (lines === 1 ? 1 : 0.85)
  return TITLE_SIZES.find(fits) ?? SMALLEST
}
