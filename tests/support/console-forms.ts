import type { ConsoleBrowser, ConsoleReply } from './console.ts'

/** Opens a page, changes some fields of the form that has a button, and presses it; undefined clears. */
export async function submitForm(
  browser: ConsoleBrowser,
  path: string,
  name: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<ConsoleReply> {
  const page = (await browser.get(path)).text
  const forms = page.match(/<form method="post"[\s\S]*?<\/form>/g) ?? []
  const form = forms.find((text) => text.includes(`name="act" value="${name}"`))
  if (form === undefined) throw new Error(`no form of ${path} has a button ${name}: ${page}`)
  const inputs = [...form.matchAll(/<input ([^>]*)>/g)].flatMap(([, text = '']) => {
    const valueOf = (attribute: string): string | undefined =>
      new RegExp(`(?:^| )${attribute}="([^"]*)"`).exec(text)?.[1]
    const isBox = /type="(?:checkbox|radio)"/.test(text)
    if (isBox && !/ checked/.test(text)) return []
    return [[valueOf('name') ?? '', unescape(valueOf('value') ?? '')]]
  })
  const fields: Record<string, string | undefined> = {
    ...Object.fromEntries(inputs),
    act: name,
    reason: 'Ticket 77',
    ...changes,
  }
  const given = Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value]],
  )
  return await browser.send(path, Object.fromEntries(given))
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

/** Returns the secret that a page shows this once. */
export function secretIn({ text }: ConsoleReply): string {
  const [, secret] = /<dt>Secret<\/dt><dd>([^<]{20,})<\/dd>/.exec(text) ?? []
  if (secret === undefined) throw new Error(`no secret is shown: ${text}`)
  return secret
}
