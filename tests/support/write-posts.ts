import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const TAGS = ['editor', 'performance', 'review', 'privacy', 'testing', 'design', 'build', 'ai']
const AUTHORS = ['mika-aoyama', 'tomas-lindqvist']
const FIRST_DAY = Date.UTC(2015, 0, 1)
const LAST_DAY = Date.UTC(2025, 11, 31)
const DAY_MS = 24 * 3600 * 1000
const SECTIONS = 5
const PARAGRAPHS = 2
const SENTENCES = 5

const sentences = {
  en: [
    'The file is read once, and everything after that works on what is in memory.',
    'A change that nobody asked for is worse than one that comes late.',
    'We measured it on a slow machine first, because that is where people wait.',
    'The second version is shorter than the first and does more of the work.',
    'What is kept between two runs has to be smaller than what it saves.',
    'Each step says what it needs, so that a step can be left out.',
    'Most of the time went into a part that nobody had looked at for a year.',
    'The answer was a table with four columns and a rule for each row.',
  ],
  ja: [
    'ファイルは一度だけ読み込み、その後はメモリ上の内容だけを使います。',
    '頼まれていない変更は、遅れて届く変更よりも困りものです。',
    '待たされるのは遅いマシンを使う人なので、まずそこで計測しました。',
    '二つ目の版は最初の版より短く、それでいて多くの仕事をこなします。',
    '実行の間に残しておくものは、それで節約できるものより小さくなければなりません。',
    '各段階が必要なものを宣言するので、不要な段階は省けます。',
    '時間の大半は、一年間だれも見ていなかった部分に費やされていました。',
    '答えは、四つの列を持つ表と、行ごとの規則でした。',
  ],
} as const

const titles = { en: 'Notes on step', ja: '作業メモ' } as const
const headings = { en: 'Part', ja: '第' } as const

type Lang = keyof typeof sentences

/**
 * Writes `count` English posts and as many Japanese ones, about 6 KB each, always the same; answers
 * the file of one of them.
 */
export function writePosts(folder: string, count: number): string {
  for (const lang of ['en', 'ja'] as const) {
    mkdirSync(path.join(folder, lang), { recursive: true })
    for (let at = 0; at < count; at++) {
      writeFileSync(path.join(folder, lang, `${slugOf(at)}.md`), textOf(at, count, lang))
    }
  }
  return path.join(folder, 'en', `${slugOf(Math.floor(count / 2))}.md`)
}

function slugOf(at: number): string {
  // Letters, as a page of the list has a number for its name.
  return `step-${at.toString(36).padStart(4, '0')}`
}

function textOf(at: number, count: number, lang: Lang): string {
  const day = new Date(
    FIRST_DAY + Math.floor(((LAST_DAY - FIRST_DAY) * at) / count / DAY_MS) * DAY_MS,
  )
  const known = sentences[lang]
  const sentence = (number: number): string => known[(at * 7 + number * 3) % known.length] ?? ''
  const join = lang === 'en' ? ' ' : ''
  const paragraph = (number: number): string =>
    Array.from({ length: SENTENCES }, (_, part) => sentence(number * SENTENCES + part)).join(join)
  const sections = Array.from({ length: SECTIONS }, (_, section) => [
    `## ${headings[lang]} ${section + 1}`,
    ...Array.from({ length: PARAGRAPHS }, (_none, part) => paragraph(section * PARAGRAPHS + part)),
    blocks(section, at, sentence(section)),
  ])
  return `${[
    '---',
    `title: ${titles[lang]} ${at}`,
    `description: ${sentence(at)}`,
    `date: ${day.toISOString().slice(0, 10)}`,
    `author: ${AUTHORS[at % AUTHORS.length]}`,
    `tags: [${TAGS[at % TAGS.length]}, ${TAGS[(at + 3) % TAGS.length]}]`,
    '---',
    '',
  ].join('\n')}\n${sections.flat().filter(Boolean).join('\n\n')}\n`
}

/** Something other than paragraphs for each section. */
function blocks(section: number, at: number, sentence: string): string {
  const table = ['| step | before | after |', '| --- | --- | --- |']
  const rows = [1, 2, 3, 4].map((row) => `| ${row} | ${at + row * 9} ms | ${at + row} ms |`)
  const code = [
    '```ts',
    'export function step(value: number, limit = 30): number {',
    `  const delay = Math.min(limit, ${at} * 2 ** value)`,
    '  // A little noise keeps two clients from meeting again.',
    '  return delay * (1 + Math.random() / 10)',
    '}',
    '```',
  ]
  const shell = ['```bash', `sable run --step ${at} --limit 30`, 'sable log --last 5', '```']
  return (
    [
      [1, 2, 3].map((item) => `- ${item}. ${sentence}`).join('\n'),
      [...table, ...rows].join('\n'),
      `> ${sentence}`,
      code.join('\n'),
      shell.join('\n'),
    ][section] ?? ''
  )
}
