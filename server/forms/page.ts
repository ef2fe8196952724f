import { pagePath } from '../lib/page-path.ts'
import type { Language } from '#protocol/common-params.ts'
import { formTexts } from './texts.ts'
import { escapeHtml } from '../http/html.ts'

/** One input of a form page. */
export interface Field {
  name: string
  label: string
  value: string
  type: 'email' | 'text' | 'password'
  autocomplete: string
  hint?: string
  /** Marks the field that is wrong; the reason stands above the form. */
  isWrong: boolean
  isRequired: boolean
  inputMode?: 'numeric'
}

/** A small page with one form. */
export interface FormPage {
  language: Language
  product: string
  title: string
  action: string
  /** What went wrong, or undefined. */
  problem: string | undefined
  /** What went well, or undefined. */
  notice: string | undefined
  hidden: Record<string, string | undefined>
  fields: readonly Field[]
  submit: string
  /** A second button that sends the hidden fields alone, with `step=send`. */
  again: string | undefined
  links: readonly { href: string; text: string }[]
}

/** What every page is made of; `main` is HTML in which everything typed by people is escaped. */
export function renderPage(
  { language, product, title }: Pick<FormPage, 'language' | 'product' | 'title'>,
  main: string,
): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(product)}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/form/style.css">
</head>
<body>
<header><a class="brand" href="${pagePath('/', language)}">${escapeHtml(product)}</a></header>
<main>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
<footer><a href="${pagePath('/', language)}">${escapeHtml(formTexts[language].back)}</a></footer>
</body>
</html>
`
}

/** Writes the page; everything typed by people is escaped. */
export function renderFormPage(page: FormPage): string {
  const { problem, notice } = page
  const hidden = hiddenFields(page.hidden)
  const hasWrongField = page.fields.some((field) => field.isWrong)
  return renderPage(
    page,
    `${problem === undefined ? '' : `<p class="problem" id="problem" role="alert">${escapeHtml(problem)}</p>`}
${notice === undefined ? '' : `<p class="notice" role="status">${escapeHtml(notice)}</p>`}
<form method="post" action="${page.action}">
${hidden}
${page.fields.map((field, at) => input(field, field.isWrong || (!hasWrongField && at === 0))).join('\n')}
<button type="submit">${escapeHtml(page.submit)}</button>
</form>
${page.again === undefined ? '' : `<form method="post" action="${page.action}" class="again">\n${hiddenFields({ ...page.hidden, step: 'send' })}\n<button type="submit" class="quiet">${escapeHtml(page.again)}</button>\n</form>`}
<nav>${page.links.map(({ href, text }) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`).join('\n')}</nav>`,
  )
}

/** Fields of a form that nobody sees; empty ones are left out. */
export function hiddenFields(fields: FormPage['hidden']): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value ?? '')}">`,
    )
    .join('\n')
}

function input(field: Field, hasFocus: boolean): string {
  const { name, label, hint, isWrong } = field
  const described = [isWrong ? 'problem' : '', hint === undefined ? '' : `${name}-hint`]
    .filter((id) => id !== '')
    .join(' ')
  const attributes = [
    `id="${name}" name="${name}" type="${field.type}" autocomplete="${field.autocomplete}"`,
    field.value === '' ? '' : `value="${escapeHtml(field.value)}"`,
    field.isRequired ? 'required' : '',
    field.inputMode === undefined ? '' : `inputmode="${field.inputMode}"`,
    isWrong ? 'aria-invalid="true"' : '',
    described === '' ? '' : `aria-describedby="${described}"`,
    hasFocus ? 'autofocus' : '',
  ].filter((attribute) => attribute !== '')
  return `<p class="field">
<label for="${name}">${escapeHtml(label)}</label>
<input ${attributes.join(' ')}>
${hint === undefined ? '' : `<small id="${name}-hint">${escapeHtml(hint)}</small>`}
</p>`
}
