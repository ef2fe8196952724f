import { colours } from '#protocol/theme.ts'
import type { Brand } from '../apps/brand.ts'
import { markup, Markup } from '../http/html.ts'
import type { Mail, MailLink } from './mail.ts'

// Mail programs know tables and inline styles; those that also read a style element get the dark
// colours from it. Outlook for Windows ignores rounded corners and `max-width`, so the width stands
// in an attribute too.

const FONT =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Hiragino Sans','Noto Sans CJK JP','Yu Gothic',Meiryo,sans-serif"
const MONO = "ui-monospace,'SF Mono','Cascadia Mono',Menlo,Consolas,monospace"

// Lines of headings end where a phrase does.
const PHRASES = ':is(h1,h2):lang(ja){word-break:auto-phrase}'

type OtherLanguage = NonNullable<Mail['also']>

type Scheme = 'light' | 'dark'

/** Colours of the classes that the dark scheme changes. */
function classColours(scheme: Scheme, { accent }: Brand): Record<string, Record<string, string>> {
  const of = (name: keyof typeof colours): string => colours[name][scheme]
  return {
    page: { 'background-color': of('bg') },
    card: { 'background-color': of('surface'), 'border-color': of('line') },
    ink: { color: of('ink') },
    soft: { color: of('ink-soft') },
    line: { 'border-color': of('line') },
    code: { 'background-color': of('sunken'), color: of('ink') },
    link: { color: accent[scheme].colour },
    button: { 'background-color': accent[scheme].colour, color: accent[scheme].ink },
    quiet: { color: of('danger'), 'border-color': of('danger') },
  }
}

/** Returns the HTML of a mail, with everything in it escaped. */
export function mailHtml(mail: Mail, brand: Brand): string {
  const light = classColours('light', brand)
  const dark = Object.entries(classColours('dark', brand))
    .map(([name, styles]) => `.${name}{${declarations(styles, ' !important')}}`)
    .join('')
  const styled = (name: string, rest: string): Markup =>
    markup` class="${name}" style="${declarations(light[name] ?? {})};${rest}"`

  return markup`<!doctype html>
<html lang="${mail.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${mail.subject}</title>
<style>${new Markup(`:root{color-scheme:light dark}${PHRASES}@media (prefers-color-scheme:dark){${dark}}`)}</style>
</head>
<body${styled('page', 'margin:0;padding:0')}>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"${styled('page', `font-family:${FONT}`)}>
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="480" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:480px;text-align:left">
<tr><td style="padding:0 4px 16px">${brandMark()}</td></tr>
<tr><td${styled('card', 'border-width:1px;border-style:solid;border-radius:14px;padding:28px 24px')}>
${contents()}
</td></tr>
<tr><td${styled('soft', 'padding:16px 4px 0;font-size:13px;line-height:1.5')}>
${mail.sender.text}<br>${link(mail.sender.site)}
${mail.unsubscribe === undefined ? '' : markup`<br>${link(mail.unsubscribe)}`}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.text

  function brandMark(): Markup {
    if (brand.logo === '') {
      return markup`<span${styled('ink', 'font-size:18px;font-weight:650')}>${brand.name}</span>`
    }
    return markup`<img src="${brand.logo}" alt="${brand.name}" height="32" style="display:block;height:32px;max-width:240px;border:0">`
  }

  function contents(): Markup[] {
    const { title, code, paragraphs, facts, action, objection, note, also } = mail
    return [
      markup`<h1${styled('ink', 'margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:650')}>${title}</h1>`,
      ...(code === '' ? [] : [codeBlock(code)]),
      ...paragraphs.map(paragraph),
      ...(facts.length === 0 ? [] : [factTable(facts)]),
      ...(action === undefined ? [] : [button(action, 'button')]),
      ...(objection === undefined
        ? []
        : [
            ...objection.paragraphs.map((text) => paragraph([text])),
            button(objection.link, 'quiet'),
          ]),
      ...noteOf(note),
      ...(also === undefined ? [] : [inOtherLanguage(also)]),
    ]
  }

  function noteOf(note: string): Markup[] {
    if (note === '') return []
    return [markup`<p${styled('soft', 'margin:0;font-size:14px;line-height:1.5')}>${note}</p>`]
  }

  function inOtherLanguage({ language, title, paragraphs, action, note }: OtherLanguage): Markup {
    return markup`<div lang="${language}"${styled('line', 'margin:24px 0 0;padding:24px 0 0;border-width:1px 0 0;border-style:solid')}>
<h2${styled('ink', 'margin:0 0 16px;font-size:18px;line-height:1.3;font-weight:650')}>${title}</h2>
${[...paragraphs.map(paragraph), ...(action === undefined ? [] : [button(action, 'button')]), ...noteOf(note)]}
</div>`
  }

  // Long codes have dashes, at which a narrow screen may break the line.
  function codeBlock(code: string): Markup {
    const size =
      code.length > 8 ? 'font-size:22px;letter-spacing:1px' : 'font-size:34px;letter-spacing:6px'
    return markup`<p${styled('code', `margin:0 0 16px;padding:14px 12px;border-radius:10px;text-align:center;font-family:${MONO};font-weight:600;line-height:1.2;${size}`)}>${code}</p>`
  }

  function paragraph(parts: readonly (string | MailLink)[]): Markup {
    const content = parts.map((part) => (typeof part === 'string' ? markup`${part}` : link(part)))
    return markup`<p${styled('ink', 'margin:0 0 16px;font-size:16px;line-height:1.55;overflow-wrap:anywhere')}>${content}</p>`
  }

  function factTable(facts: Mail['facts']): Markup {
    const rows = facts.map(
      ([name, value]) => markup`<tr>
<td${styled('soft', 'padding:6px 16px 6px 0;font-size:14px;vertical-align:top;white-space:nowrap')}>${name}</td>
<td${styled('ink', 'padding:6px 0;font-size:14px;font-weight:600;overflow-wrap:anywhere')}>${value}</td>
</tr>`,
    )
    return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"${styled('line', 'margin:0 0 16px;border-width:1px 0;border-style:solid;border-collapse:separate')}>
${rows}
</table>`
  }

  function button({ text, href }: MailLink, look: 'button' | 'quiet'): Markup {
    const border = look === 'quiet' ? 'border-width:1px;border-style:solid;' : ''
    return markup`<p style="margin:0 0 16px"><a href="${href}"${styled(look, `${border}display:inline-block;padding:12px 20px;border-radius:10px;font-size:16px;font-weight:600;line-height:1.2;text-decoration:none`)}>${text}</a></p>`
  }

  function link({ text, href }: MailLink): Markup {
    return markup`<a href="${href}"${styled('link', 'text-decoration:underline')}>${text}</a>`
  }
}

function declarations(styles: Readonly<Record<string, string>>, end = ''): string {
  return Object.entries(styles)
    .map(([name, value]) => `${name}:${value}${end}`)
    .join(';')
}
