import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { languages, type Language } from '#protocol/languages.ts'
import { brandOf, type Brand } from '../../server/apps/brand.ts'
import { composeMessage } from '../../server/delivery/compose-message.ts'
import { mailHtml } from '../../server/delivery/mail-html.ts'
import { messages } from '../../server/delivery/messages/en/messages.ts'
import { isSecurityKind, type MessageKind } from '../../server/delivery/messages/messages.ts'
import { markup } from '../../server/http/html.ts'

/** Kinds of messages that are mails. */
export const mailKinds = (Object.keys(messages.byKind) as MessageKind[]).filter(
  (kind) => messages.byKind[kind].subject !== '',
)

const brand = brandOf({ PRODUCT_NAME: 'Sable', MAIL_FROM: 'id@example.com' })

/** Returns a mail and a text message of a kind with sample values. */
export function sampleMessage(
  kind: MessageKind,
  language: Language,
  { name }: Brand = brand,
): ReturnType<typeof composeMessage> {
  const isEarlyAccess = kind.startsWith('early_access')
  const hasCode = messages.byKind[kind].subject.includes('{code}') || kind === 'register_known'
  const isNotice = isSecurityKind(kind) || kind === 'address_restored'
  return composeMessage(kind, language, {
    code: kind === 'early_access_invitation' ? 'K7QM-2XWD-9RTA' : hasCode ? '481920' : '',
    product: name,
    origin: 'https://id.example.com',
    minutes: 10,
    hours: 72,
    address: kind.startsWith('connection') ? 'GitHub (<ann>)' : 'ale***@example.com',
    device: 'Firefox on Windows',
    place: isNotice ? '203.0.113.…' : '',
    time: '24 November 2026 at 13:45 UTC',
    date: '9 December 2026',
    organization: 'Harbour KK',
    inviter: 'Ann Lee',
    invited: 'Ben Ito',
    program: 'Harbour',
    link: 'https://id.example.com/page?ticket=5dP1mZ&language=en',
    notMe: isSecurityKind(kind) ? 'https://id.example.com/form/not-me?aid=1001&token=x' : '',
    isRestorable: kind === 'address_changed' || kind === 'address_removed',
    unsubscribe: isEarlyAccess ? 'https://id.example.com/unsubscribe?token=x' : '',
  })
}

/** Writes every mail in every language, and `mails/<language>.html` that shows them in both schemes. */
export async function writeMails(outDir: string): Promise<void> {
  for (const language of languages) {
    const folder = path.join(outDir, 'mails', language)
    await mkdir(folder, { recursive: true })
    for (const kind of mailKinds) {
      const { mail } = sampleMessage(kind, language)
      await writeFile(path.join(folder, `${kind}.html`), mailHtml(mail, brand))
    }
    await writeFile(`${folder}.html`, overview(language))
  }
}

function overview(language: Language): string {
  const links = languages.map((other) => markup`<a href="${other}.html">${other}</a>`)
  const figures = mailKinds.map((kind) => {
    const frames = ['light', 'dark'].map(
      (scheme) =>
        markup`<iframe src="${language}/${kind}.html" title="${kind}, ${scheme}" loading="lazy" width="400" height="640" style="color-scheme: ${scheme}"></iframe>`,
    )
    return markup`<h2>${kind}</h2>${frames}`
  })
  return markup`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Mails, ${language}</title>
<h1>Mails</h1>
<p>${links}</p>
${figures}
</html>
`.text
}
