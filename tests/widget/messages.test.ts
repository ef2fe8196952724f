import { expect, test } from 'vitest'
import { errorMessages as enErrors } from '#protocol/messages/en/errors.ts'
import { errorMessages as jaErrors } from '#protocol/messages/ja/errors.ts'
import { errorMessages as zhErrors } from '#protocol/messages/zh/errors.ts'
import { languages, type Language } from '#protocol/languages.ts'
import { loadMessages as loadCaptchaMessages } from '../../widget/captcha/messages/load-messages.ts'
import { boxMessages } from '../../widget/captcha/messages/box-messages.ts'
import { loadEnterpriseMessages } from '../../widget/src/messages/load-enterprise-messages.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { loadMessages } from '../../widget/src/messages/load-messages.ts'
import type { Messages } from '../../widget/src/messages/messages.ts'

/** All that is said, by where it stands; functions are asked with a number, which every one takes. */
function sentences(messages: unknown, place = ''): [place: string, text: string][] {
  if (typeof messages === 'string') return [[place, messages]]
  if (typeof messages === 'function')
    return [[place, String(Reflect.apply(messages, undefined, [7, 7]))]]
  return messages instanceof Object
    ? Object.entries(messages).flatMap(([name, inner]) => sentences(inner, `${place}.${name}`))
    : []
}

async function ofCaptcha(language: Language): Promise<object> {
  return { ...(await loadCaptchaMessages[language]()), box: boxMessages[language] }
}

async function ofConsole(language: Language): Promise<object> {
  return (await loadEnterpriseMessages[language]())[1].enterprise
}

const areas = (Object.keys(allMessages.en) as (keyof Messages)[]).filter(
  (name) => name !== 'language',
)
const { en, ja, zh } = allMessages
const tables = {
  ...Object.fromEntries(areas.map((name) => [name, { en: en[name], ja: ja[name], zh: zh[name] }])),
  console: { en: await ofConsole('en'), ja: await ofConsole('ja'), zh: await ofConsole('zh') },
  errors: { en: enErrors, ja: jaErrors, zh: zhErrors },
  captcha: { en: await ofCaptcha('en'), ja: await ofCaptcha('ja'), zh: await ofCaptcha('zh') },
}

// What people know by these letters everywhere.
const borrowed =
  /QR|SMS|Shift|Enter|Backspace|JPEG|PNG|WebP|GIF|MB|Cookie|GitHub|Google|CSV|\.csv|TXT|postmaster|name@example\.com|\d+ ?[a-z]{1,2}\b/g

for (const [name, table] of Object.entries(tables)) {
  for (const language of ['ja', 'zh'] as const) {
    test(`has every message of ${name} in ${language}, without English`, () => {
      const english = sentences(table.en)
      const other = sentences(table[language])
      expect(other.map(([place]) => place)).toEqual(english.map(([place]) => place))
      const left = other.filter(([, text]) => /[A-Za-z]{2}/.test(text.replaceAll(borrowed, '')))
      expect(left).toEqual([])
      expect(other.filter(([, text]) => text.trim() === '')).toEqual([])
    })
  }
}

test('loads each language under its name', async () => {
  for (const language of languages) {
    const { messages } = await loadMessages[language]()
    expect(messages).toBe(allMessages[language])
    expect(messages.language).toBe(language)
  }
})
