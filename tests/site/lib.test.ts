import { expect, test } from 'vitest'
import { deviceName } from '../../protocol/device-name.ts'
import { markKinds } from '../../src/lib/change-kinds.ts'
import { formatDay, isDay } from '../../src/lib/dates.ts'
import { localize } from '../../src/lib/fallback.ts'
import { dataBlock, withName } from '../../src/lib/head.ts'
import { isSignIn } from '../../src/lib/is-sign-in.ts'
import { keepLanguage } from '../../src/lib/keep-language.ts'
import { pathIn } from '../../src/lib/languages.ts'
import { formatLastDay } from '../../src/lib/last-day.ts'
import { keepEnds, keepTogether, keepWhole } from '../../src/lib/line-breaks.ts'
import { pageNumbers } from '../../src/lib/page-numbers.ts'
import { readingMinutes } from '../../src/lib/reading-time.ts'
import { relatedTo } from '../../src/lib/related.ts'
import { timeAgo } from '#protocol/time-ago.ts'
import { allMessages } from '../../src/messages/all-messages.ts'

test('shows a text in the page’s language if there is one, else in English', () => {
  const entries = [{ id: 'en/a' }, { id: 'en/b' }, { id: 'ja/b' }, { id: 'ja/c' }]
  const shown = localize(entries, 'ja').map(({ slug, textLang, translated }) => ({
    slug,
    textLang,
    translated,
  }))
  expect(shown).toEqual([
    { slug: 'a', textLang: 'en', translated: false },
    { slug: 'b', textLang: 'ja', translated: true },
    { slug: 'c', textLang: 'ja', translated: true },
  ])
  expect(localize(entries, 'en').map(({ slug }) => slug)).toEqual(['a', 'b'])
})

test('separates the kinds of changes of a release, with unique anchors', () => {
  const names = { added: '追加', improved: '改善', fixed: '修正' }
  const html =
    '<h3 id="追加">追加</h3><ul><li>A</li></ul><h3 id="x">ほか</h3><p><a href="#追加">B</a></p>'
  expect(markKinds(html, 'v1.0.0', names)).toBe(
    '<div data-kind="added"><h3 id="v1.0.0-追加">追加</h3><ul><li>A</li></ul></div>' +
      '<h3 id="v1.0.0-x">ほか</h3><p><a href="#v1.0.0-追加">B</a></p>',
  )
})

test('names devices as readers write them', () => {
  expect(deviceName('Chrome on Linux', 'en')).toBe('Chrome on Linux')
  expect(deviceName('Samsung Internet on Android', 'ja')).toBe('Samsung Internet（Android）')
  expect(['Safari', ''].map((one) => deviceName(one, 'ja'))).toEqual(['Safari', ''])
})

test('puts Japanese addresses below /ja', () => {
  expect(pathIn('en', '/blog')).toBe('/blog')
  expect(pathIn('ja', '/blog')).toBe('/ja/blog')
  expect(pathIn('ja', '/')).toBe('/ja')
})

test('prevents breaks inside words that browsers would split, without changing attributes', () => {
  expect(keepWhole('<h2 id="バージョン">バージョンは</h2>')).toBe(
    '<h2 id="バージョン"><span class="end">バージョン</span>は</h2>',
  )
})

test('allows a line break before code that begins with a dot', () => {
  expect(keepWhole('<p>実行。<code>.sable</code>と<code>.env</code></p>')).toBe(
    '<p>実行。<wbr><code>.sable</code>と<wbr><code>.env</code></p>',
  )
})

test('rewrites links of a text in another language to the reader’s language', () => {
  const [blog, home, ja, out, file] = ['/blog/a', '/', '/ja/blog', '//b.example', '/a/sums.txt']
  const links = [blog, home, ja, out, 'https://b.example', '/blog/a#c', file].map(
    (href) => `<a class="x" href="${href}">`,
  )
  const kept = links.slice(2).join('')
  expect(keepLanguage(links.join(''), 'ja')).toBe(
    `<a class="x" href="/ja/blog/a"><a class="x" href="/ja">${kept}`,
  )
})

test('counts words in English and characters in Japanese', () => {
  expect(readingMinutes('word '.repeat(660), 'en')).toBe(3)
  expect(readingMinutes('字'.repeat(1000), 'ja')).toBe(2)
  expect(readingMinutes('', 'en')).toBe(1)
})

test('knows the days of the calendar', () => {
  expect(isDay('2028-02-29')).toBe(true)
  expect(isDay('2026-02-29')).toBe(false)
  expect(isDay('2026-1-1')).toBe(false)
  expect(formatDay('2026-11-21', 'en')).toBe('November 21, 2026')
  expect(formatDay('2026-11-21', 'ja')).toBe('2026年11月21日')
})

test('formats the last day of a period that ends at midnight in the last time zone', () => {
  const end = Date.parse('2027-03-31T23:59:59.999-12:00') / 1000
  expect(formatLastDay(end, 'en')).toBe('March 31, 2027')
  expect(formatLastDay(Math.floor(end), 'ja', 'medium')).toBe('2027/03/31')
})

test('keeps a Latin word and its Japanese particle on one line of a heading', () => {
  expect(keepTogether('完成前の Sable を、1.0 の前に')).toBe(
    '完成前の Sable\u00a0を、1.0\u00a0の前に',
  )
  expect(keepTogether('Use Git with Sable')).toBe('Use Git with Sable')
})

test('keeps the last letters of a Japanese paragraph on one line', () => {
  expect(keepEnds('<p>変更は理由ごとにまとまって届きます。</p><p>はい。</p>')).toBe(
    '<p>変更は理由ごとにまとまって<span class="end">届きます。</span></p><p>はい。</p>',
  )
  expect(keepEnds('<li>送る前に、<a>送る内容</a>をすべて記録します。</li>')).not.toContain('span')
})

test('relates posts by the tags they share', () => {
  const posts = [
    { slug: 'one', tags: ['a'] },
    { slug: 'two', tags: ['a', 'b'] },
    { slug: 'three', tags: ['c'] },
  ]
  const related = relatedTo({ slug: 'self', tags: ['a', 'b'] }, posts)
  expect(related.map(({ slug }) => slug)).toEqual(['two', 'one'])
})

test('relates no more than three, those that share most and are newest first', () => {
  const posts = Array.from({ length: 9 }, (_, at) => ({
    slug: `post-${at}`,
    tags: at % 2 === 0 ? ['a'] : ['a', 'b'],
  }))
  const related = relatedTo({ slug: 'post-1', tags: ['a', 'b'] }, posts)
  expect(related.map(({ slug }) => slug)).toEqual(['post-3', 'post-5', 'post-7'])
  const few = relatedTo({ slug: 'self', tags: ['a', 'b'] }, posts.slice(0, 3))
  expect(few.map(({ slug }) => slug)).toEqual(['post-1', 'post-0', 'post-2'])
})

test.each([
  [1, 7, '1 2 3 4 5 6 7'],
  [1, 8, '1 2 3 4 5 … 8'],
  [4, 20, '1 2 3 4 5 … 20'],
  [5, 20, '1 … 4 5 6 … 20'],
  [17, 20, '1 … 16 17 18 19 20'],
  [20, 20, '1 … 16 17 18 19 20'],
])('links the pages around page %i of %i', (current, last, shown) => {
  const numbers = pageNumbers(current, last)
  expect(numbers.map((number) => number || '…').join(' ')).toBe(shown)
})

test('says how long ago something was', () => {
  expect(timeAgo(0, 30, 'en')).toBe('now')
  expect(timeAgo(0, 7200, 'en')).toBe('2 hours ago')
  expect(timeAgo(0, 86_400, 'ja')).toBe('昨日')
  expect(timeAgo(0, 720, 'ja')).toBe('12分前')
})

test('names the product before a title once', () => {
  expect(withName('Sable', 'Pricing')).toBe('Sable: Pricing')
  expect(withName('Sable', 'Sable 1.0')).toBe('Sable 1.0')
})

test('escapes data in script blocks', () => {
  expect(dataBlock({ title: '</script><b>' })).not.toContain('<')
})

test('joins build names and Japanese words without a space', () => {
  const { get } = allMessages.ja.download
  expect(get('Intel')).toBe('Intel版をダウンロード')
  expect(get('Apple シリコン')).toBe('Apple シリコン版をダウンロード')
})

test.each([
  ['signed_in', 'user_login', true],
  ['signed_up', 'form_sign_up', true],
  ['signed_in', 'member_switch', false],
  ['signed_in', 'session_raise', false],
  ['signed_in', 'form_level', false],
  ['signed_in', 'invitation_accept', true],
  ['signed_in', 'member_join', false],
  ['signed_in', 'form_invitation', false],
  ['password_changed', 'user_login', false],
] as const)('lists %s by %s among the sign-ins: %s', (kind, by, isListed) => {
  expect(isSignIn({ kind, by })).toBe(isListed)
})
