import { expect, test } from 'vitest'
import { errorMessages } from '#protocol/messages/all-errors.ts'
import { languages, type Language, mainLanguage } from '#protocol/languages.ts'
import { loadMessages as loadCaptchaMessages } from '../../widget/captcha/messages/load-messages.ts'
import { boxMessages } from '../../widget/captcha/messages/box-messages.ts'
import { loadAccountMessages } from '../../widget/src/messages/load-account-messages.ts'
import { loadEnterpriseMessages } from '../../widget/src/messages/load-enterprise-messages.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { loadMessages } from '../../widget/src/messages/load-messages.ts'

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

async function areasIn(language: Language): Promise<Record<string, unknown>> {
  const { language: _, ...areas } = allMessages[language]
  return {
    ...areas,
    console: await ofConsole(language),
    errors: errorMessages[language],
    captcha: await ofCaptcha(language),
  }
}

const english = await areasIn(mainLanguage)

// Abbreviations that are the same in every language.
const borrowed =
  /QR|SMS|Shift|Enter|Backspace|JPEG|PNG|WebP|GIF|MB|Cookie|GitHub|Google|CSV|\.csv|TXT|postmaster|name@example\.com|\d+ ?[a-z]{1,2}\b/g

for (const language of languages.filter((one) => one !== mainLanguage)) {
  const areas = await areasIn(language)
  test.each(Object.entries(english))(
    `has every message of %s in ${language}, without English`,
    (name, area) => {
      const texts = sentences(areas[name])
      expect(texts.map(([place]) => place)).toEqual(sentences(area).map(([place]) => place))
      const left = texts.filter(([, text]) => /[A-Za-z]{2}/.test(text.replaceAll(borrowed, '')))
      expect(left).toEqual([])
      expect(texts.filter(([, text]) => text.trim() === '')).toEqual([])
    },
  )
}

test('loads each language under its name', async () => {
  for (const language of languages) {
    const { messages } = await loadMessages[language]()
    expect(messages).toBe(allMessages[language])
    expect(messages.language).toBe(language)
  }
})

test.each(languages)(
  'goes back from a question by a word that its answers do not begin with in %s',
  async (language) => {
    const [, { enterprise }] = await loadEnterpriseMessages[language]()
    const answers = [enterprise.invitations.cancel.button, enterprise.transfer.cancel.button]
    expect(answers.filter((answer) => answer.startsWith(enterprise.back))).toEqual([])
  },
)

test.each(languages)(
  'writes large counts of invitations with separators in %s',
  async (language) => {
    const [, { enterprise }] = await loadEnterpriseMessages[language]()
    const { checking, proceed, send, sending, sent } = enterprise.many
    const texts = [checking(1200, 9963), proceed(9963), send(9963), sending(1200, 9963), sent(9963)]
    for (const text of texts) expect(text).toContain('9,963')
  },
)

test.each(languages)(
  'writes large counts of members and sessions with separators in %s',
  async (language) => {
    const [, { enterprise: t }] = await loadEnterpriseMessages[language]()
    const { effect, roles } = t
    const texts = [
      t.members.count(9963),
      t.table.chosen(9963),
      effect.changes(9963),
      effect.sessions(9963),
      effect.progress(1200, 9963),
      roles.ban.text(9963, 'Harbour KK'),
      roles.unban.text(9963, 'Harbour KK'),
    ]
    for (const text of texts) expect(text).toContain('9,963')
  },
)

const NOTICE =
  /\.(?:acts|actsOneself|added|cancelled|changed|clientsEnded|confirmed|created|declined|done|ended|forgotten|isSet|left|lifted|linked|mailed|named|othersEnded|pictureSaved|proved|removed|revoked|saved|savedAndOut|scopeTaken|sent|unlinked)$/
/** Headings, states and labels of the same names. */
const NO_NOTICE =
  /(?:\.states\.\w+|\.moves\.left|\.password\.isSet|\.recoveryCodes\.(?:left|saved)|\.organizations\.created|\.transfer\.done)$/

test.each(languages)('ends what was done with a full stop in %s', async (language) => {
  const [messages, { account }] = await loadAccountMessages[language]()
  const console = await ofConsole(language)
  const notices = sentences({ ...messages, account, console }).filter(
    ([place]) => NOTICE.test(place) && !NO_NOTICE.test(place),
  )
  expect(notices.length).toBeGreaterThan(50)
  expect(notices.filter(([, text]) => !/[.。]$/.test(text))).toEqual([])
})
