import { lintFileNames } from './file-names.ts'
import { lintListFiles } from './list-files.ts'
import type { FileFinding, Finding } from './finding.ts'
import type { Rule } from './rule.ts'
import { addressName } from './rules/address-name.ts'
import { altText } from './rules/alt-text.ts'
import { changeKind } from './rules/change-kind.ts'
import { codeClosed } from './rules/code-closed.ts'
import { cover } from './rules/cover.ts'
import { days } from './rules/days.ts'
import { validFrontMatter } from './rules/front-matter.ts'
import { headingOrder } from './rules/heading-order.ts'
import { headingUnderlined } from './rules/heading-underlined.ts'
import { headingWords } from './rules/heading-words.ts'
import { htmlAllowed } from './rules/html-allowed.ts'
import { htmlClosed } from './rules/html-closed.ts'
import { knownNames } from './rules/known-names.ts'
import { linkWords } from './rules/link-words.ts'
import { noDeadLink } from './rules/no-dead-link.ts'
import { ownLanguage } from './rules/own-language.ts'
import { pictureFile } from './rules/picture-file.ts'
import { readable } from './rules/readable.ts'
import { referenceDefined } from './rules/reference-defined.ts'
import { shownAsTyped } from './rules/shown-as-typed.ts'
import { tableColumns } from './rules/table-columns.ts'
import { templateWords } from './rules/template-words.ts'
import { textPresent } from './rules/text-present.ts'
import { uniqueTitle } from './rules/unique-title.ts'
import { readSite, type Site } from './site.ts'
import { type Folder, folders, type SourceText } from './source-text.ts'

/** Rules that fail a build. */
const rules: readonly Rule[] = [
  validFrontMatter,
  addressName,
  knownNames,
  days,
  uniqueTitle,
  cover,
  textPresent,
  templateWords,
  ownLanguage,
  headingOrder,
  headingUnderlined,
  headingWords,
  changeKind,
  linkWords,
  noDeadLink,
  altText,
  pictureFile,
  referenceDefined,
  tableColumns,
  codeClosed,
  htmlAllowed,
  htmlClosed,
  shownAsTyped,
]

/** Findings, and how much was read. */
export interface ContentReport {
  texts: readonly SourceText[]
  findings: FileFinding[]
}

/** Lints all content below `root`, the folder that holds `src`, or one text. */
export async function lintContent(
  root: string,
  { only, also = [] }: { only?: string | undefined; also?: readonly Rule[] } = {},
): Promise<ContentReport> {
  const lists = lintListFiles(root)
  const site = readSite(root, lists)
  const texts = only === undefined ? site.texts : site.texts.filter(({ path }) => path === only)
  const findings: FileFinding[] = []
  for (const text of texts) findings.push(...(await lintText(text, site, [...rules, ...also])))
  if (only !== undefined) return { texts, findings }
  const names = (Object.keys(folders) as Folder[]).flatMap((folder) => lintFileNames(root, folder))
  return { texts, findings: [...lists.findings, ...names, ...findings] }
}

async function lintText(
  text: SourceText,
  site: Site,
  activeRules: readonly Rule[],
): Promise<FileFinding[]> {
  const found: Finding[] = []
  for await (const finding of readable.check(text, site)) found.push(finding)
  if (found.length === 0) {
    // A misread line of front matter causes further findings, which are dropped.
    const misread = text.frontMatter?.findings.map(({ field }) => field) ?? []
    for (const rule of activeRules) {
      for await (const finding of rule.check(text, site)) {
        if (rule === validFrontMatter || !misread.includes(finding.field)) found.push(finding)
      }
    }
  }
  text.release()
  return found
    .toSorted((one, two) => one.line - two.line || one.column - two.column)
    .map((finding) => ({ file: text.file, ...finding }))
}
