import { expect, test } from 'vitest'
import { languages } from '#protocol/languages.ts'
import { mailKinds, sampleMessage } from '../../../scripts/element/gallery-mails.ts'
import { brandOf } from '../../../server/apps/brand.ts'
import { mailHtml } from '../../../server/delivery/mail-html.ts'
import { mailText } from '../../../server/delivery/mail.ts'
import { isSecurityKind } from '../../../server/delivery/messages/messages.ts'
import { defaultAppSettings } from '../../../server/store/app-settings.ts'

const server = { PRODUCT_NAME: 'Sable', MAIL_FROM: 'id@example.com' }
const brand = brandOf(server)

test.each(languages)('fills every placeholder of every message in %s', (language) => {
  for (const kind of mailKinds) {
    const { mail, sms } = sampleMessage(kind, language)
    const body = mailHtml(mail, brand).split('<body')[1]
    for (const text of [mail.subject, mailText(mail), body, sms]) {
      expect(text, kind).not.toMatch(/[{}]|undefined/)
    }
  }
})

test.each(languages)('puts a code first in the subject and large at the top in %s', (language) => {
  for (const kind of ['login', 'register', 'reset', 'bind', 'verify'] as const) {
    const { mail } = sampleMessage(kind, language)
    expect(mail.subject, kind).toMatch(/^481920/)
    const html = mailHtml(mail, brand)
    expect(html, kind).toMatch(/font-size:34px[^>]*>481920<\/p>\s*<p/)
  }
})

test.each(languages)('has the same content as HTML and as text in %s', (language) => {
  for (const kind of mailKinds) {
    const { mail } = sampleMessage(kind, language)
    const body = mailHtml(mail, brand).split('<body')[1] ?? ''
    const shown = body.replaceAll(/<a href="([^"]*)"[^>]*>/g, '$1 ').replaceAll(/<[^>]*>/g, '')
    const plain = textOf(shown)
    const links = mailText(mail).match(/https:\S+/g) ?? []
    for (const link of links) expect(plain, kind).toContain(link)
    const words = mailText(mail)
      .replace('-- \n', '')
      .replaceAll(/https:\S+/g, '')
      .split(/[\n:：]/)
    for (const part of words) {
      expect(plain, kind).toContain(part.trim())
    }
  }
})

test('names device, place and time in each notice, with a way to object', () => {
  for (const kind of mailKinds.filter(isSecurityKind)) {
    const text = mailText(sampleMessage(kind, 'en').mail)
    expect(text, kind).toContain('Device: Firefox on Windows')
    expect(text, kind).toContain('Network: 203.0.113.…')
    expect(text, kind).toContain('Time: 24 November 2026 at 13:45 UTC')
    expect(text, kind).toContain('This was not me: https://id.example.com/form/not-me')
  }
})

test.each(languages)('each notice has a text message with a way to object in %s', (language) => {
  for (const kind of mailKinds.filter(isSecurityKind)) {
    const { sms } = sampleMessage(kind, language)
    expect(sms, kind).toMatch(/^Sable[:：].+72.+https:\/\/id\.example\.com\/form\/not-me\?\S+$/)
    // Phones make links of what clients call themselves.
    expect(sms, kind).not.toContain('Harbour')
  }
})

test('escapes what people typed', () => {
  const { mail } = sampleMessage('connection_added', 'en')
  expect(mailHtml(mail, brand)).toContain('GitHub (&lt;ann&gt;)')
})

test('keeps the colour of an application readable in both schemes', () => {
  const { accent } = brandOf(server, { ...defaultAppSettings, brand_colour: '#ffe14d' })
  expect(accent.dark).toEqual({ colour: '#ffe14d', ink: '#000000' })
  expect(accent.light.colour).not.toBe('#ffe14d')
  expect(accent.light.ink).toBe('#ffffff')
})

function textOf(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
