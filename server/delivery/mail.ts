import type { Language } from '#protocol/languages.ts'

/** A link of a mail; in HTML a button or underlined text. */
export interface MailLink {
  readonly text: string
  readonly href: string
}

/** Content of a mail from top to bottom, of which its text and its HTML are made. */
export interface Mail {
  readonly language: Language
  readonly subject: string
  readonly title: string
  /** Empty for mails without a code. */
  readonly code: string
  /** Texts, which are never linked, and links to our own pages. */
  readonly paragraphs: readonly (readonly (string | MailLink)[])[]
  /** Names and values, such as device, place and time. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly action?: MailLink | undefined
  /** Advice for people who did not do this themselves. */
  readonly objection?:
    | { readonly paragraphs: readonly string[]; readonly link: MailLink }
    | undefined
  readonly note: string
  /** The same in another language, for readers whose language nobody knows. */
  readonly also?: Pick<Mail, 'language' | 'title' | 'paragraphs' | 'action' | 'note'> | undefined
  /** Sender, with a link to the site. */
  readonly sender: { readonly text: string; readonly site: MailLink }
  readonly unsubscribe?: MailLink | undefined
}

/** Returns the text of a mail, for programs and people that show no HTML. */
export function mailText(mail: Mail): string {
  const { title, code, paragraphs, facts, action, objection, note, also, sender, unsubscribe } =
    mail
  const parts = [
    title,
    code && `    ${code}`,
    ...paragraphs.map(textOf),
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    action && lineOf(action),
    ...(objection === undefined ? [] : [...objection.paragraphs, lineOf(objection.link)]),
    note,
    ...(also === undefined ? [] : [also.title, ...also.paragraphs.map(textOf)]),
    also?.action && lineOf(also.action),
    also?.note,
    `-- \n${sender.text}\n${sender.site.href}`,
    unsubscribe && lineOf(unsubscribe),
  ]
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n')
}

function textOf(paragraph: Mail['paragraphs'][number]): string {
  return paragraph.map((part) => (typeof part === 'string' ? part : part.text)).join('')
}

function lineOf({ text, href }: MailLink): string {
  return `${text}: ${href}`
}
