import type { MdastNode } from 'satteri'
import { alertOf } from '../../markdown/alerts.ts'
import { messages } from '../messages.ts'
import type { Rule } from '../rule.ts'
import type { ShownText } from '../shown-text.ts'
import { folders } from '../source-text.ts'

interface Sign {
  field: 'heading' | 'link' | 'text'
  pattern: RegExp
  message(found: readonly string[], firstDepth: number): string
  /** Whether to report it once for each paragraph. */
  isOnce?: boolean
}

/** Start of a line in a paragraph, after marks of quotes. */
const LINE = String.raw`(?<=^[ \t>]*)`

function atLine(pattern: string): RegExp {
  return new RegExp(LINE + pattern, 'dgmu')
}

/** Markdown that was not recognized, so that readers see its signs. */
const SIGNS: readonly Sign[] = [
  {
    field: 'heading',
    pattern: atLine(String.raw`(?=#*＃)([#＃]{1,6})[\s]*(.*)$`),
    message: ([, marks = '', words = ''], first) =>
      messages.shownAsTyped.wideMark(marks.length, first, words),
  },
  {
    // A single # before lower-case letters or digits may be a name such as #5.
    field: 'heading',
    pattern: atLine(String.raw`(#{2,6}(?=[^ \t#＃])|#(?=[^ \t#＃\da-z]))\s*(\S.*)$`),
    message: ([, marks = '', words = ''], first) =>
      messages.shownAsTyped.headingSpace(marks.length, first, words),
  },
  {
    field: 'text',
    pattern: atLine(String.raw`(?:[-*+](?=\u3000)|-(?=\p{L}))\s*(.{1,24})`),
    message: ([all = '', words = '']) =>
      messages.shownAsTyped.itemSpace(all, `${all.charAt(0)} ${words}`),
  },
  {
    field: 'text',
    pattern: atLine(String.raw`(\d{1,9}[.)])(?=[\u3000\p{Lu}\p{Lo}])\s*(.{1,24})`),
    message: ([all = '', mark = '', words = '']) =>
      messages.shownAsTyped.itemSpace(all, `${mark} ${words}`),
  },
  {
    field: 'text',
    pattern: atLine(
      String.raw`([・•●▪‣]|\d{1,9}[．）]|[０-９]{1,9}[.．)）])[ \t\u3000]*(?=\p{L})(.{1,24})`,
    ),
    message: ([all = '', mark = '', words = '']) =>
      messages.shownAsTyped.foreignItem(all, `${listMark(mark)} ${words}`),
  },
  {
    field: 'text',
    pattern: atLine(String.raw`[＞｜]|＊＊|｀(?=[^｀\n]+｀)|＜\/?[a-z]+＞`),
    message: ([sign = '']) => messages.shownAsTyped.wideSign(sign),
    isOnce: true,
  },
  {
    field: 'text',
    pattern: /[[［][!！]\w+[\]］]/dgu,
    message: ([all = '']) => messages.shownAsTyped.alert(all),
  },
  {
    field: 'text',
    pattern: new RegExp(
      String.raw`${LINE}:::|\{\{|\{%|\$\$|!?\[\[(?=[^\]\n]+\]\])|==(?=[^\s=](?:[^=\n]*[^\s=])?==)`,
      'dgmu',
    ),
    message: ([all = '']) => messages.shownAsTyped.foreign(all),
  },
  {
    field: 'link',
    pattern: /\]\(([^()"']*\s[^()"']*)\)/dgu,
    message: ([, address = '']) => messages.shownAsTyped.spaceInAddress(oneLine(address)),
  },
  {
    field: 'link',
    pattern:
      /(\]\s+\(|\]\s*（|］\s*[(（])\uFFFC?((?:\/|#|https?:|mailto:|\.\.\/)[^()（）\s\uFFFC]*)\uFFFC?[)）]/dgu,
    message: ([, bracket = '', address = '']) =>
      messages.shownAsTyped.beforeAddress(bracket, address),
  },
  {
    field: 'text',
    pattern: /(?:(?<![*\s])\*\*(?!\*)|(?<!\*)\*\*(?![*\s])).{0,22}/dgu,
    message: ([all = '']) => messages.shownAsTyped.openStars(all.trim()),
    isOnce: true,
  },
]

/** No signs of Markdown are shown to readers. */
export const shownAsTyped: Rule = {
  name: 'shown-as-typed',
  *check(text) {
    const first = folders[text.folder]
    for (const shown of text.shown) {
      for (const { field, pattern, message, isOnce = false } of SIGNS) {
        for (const match of shown.text.matchAll(pattern)) {
          if (match.index === 0 && isAlert(shown)) continue
          const typed = asTyped(match, shown.source)
          yield { ...shown.placeAt(match.index), field, message: message(typed, first) }
          if (isOnce) break
        }
      }
    }
  },
}

// Returns the match as written in the file, where the shown text has placeholders.
function asTyped({ indices = [] }: RegExpExecArray, source: string): string[] {
  return indices.map((range) => (range === undefined ? '' : source.slice(...range)))
}

function isAlert({ node, ancestors }: ShownText): boolean {
  const quote: MdastNode | undefined = ancestors.at(-1)
  return quote?.type === 'blockquote' && alertOf(quote)?.paragraph === node
}

function listMark(typed: string): string {
  const number = Number.parseInt(typed.normalize('NFKC'), 10)
  return Number.isNaN(number) ? '-' : `${number}.`
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n[\s>]*/g, ' ')
}
