// House rules that no other tool checks: length of pages and styles, sheets of the site that keep to
// what the element documents, no switched-off tests, equal message files, short table cells in documents.
// Checks the folder it is run in.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { languages, mainLanguage } from '../protocol/languages.ts'

const MAX_LINES = 400
const MAX_CELL = 120
const root = process.cwd()
const problems: string[] = []
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(root, file)))

for (const file of files) {
  if (/\.(astro|css)$/.test(file)) checkLength(file)
  if (/^src\/.*\.(astro|css)$/.test(file)) checkElementClasses(file)
  if (/^tests\/.*\.tsx?$/.test(file)) checkSwitches(file)
  if (/^(?!src\/content\/|tests\/).*\.md$/.test(file)) checkTables(file)
}
await checkMessages()

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}

function checkLength(file: string): void {
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n').length - 1
  if (lines > MAX_LINES)
    problems.push(`${file}: ${lines} lines; at most ${MAX_LINES}, split it by what it does`)
}

// What the site sets of an element are its custom properties, as any page can.
function checkElementClasses(file: string): void {
  const text = readFileSync(path.join(root, file), 'utf8')
  for (const [index, line] of text.split('\n').entries()) {
    const [found] = /\.pl-[\w-]+|::part\b|\[data-part\b/.exec(line) ?? []
    if (found)
      problems.push(
        `${file}:${index + 1}: ${found} is the element's own; a page sets its custom properties`,
      )
  }
}

function checkSwitches(file: string): void {
  const text = readFileSync(path.join(root, file), 'utf8')
  for (const [index, line] of text.split('\n').entries()) {
    if (/\b(it|test|describe)\.(only|skip|todo|fixme)\b/.test(line)) {
      problems.push(`${file}:${index + 1}: a test is switched off or on alone`)
    }
  }
}

// A longer cell wants to be a sentence, or a list below the table.
function checkTables(file: string): void {
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n')
  let isCode = false
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('```')) isCode = !isCode
    if (isCode || !line.startsWith('|')) continue
    const longest = Math.max(...line.split(/(?<!\\)\|/).map((cell) => cell.trim().length))
    if (longest > MAX_CELL) {
      const place = `${file}:${index + 1}`
      problems.push(`${place}: a table cell of ${longest} characters; at most ${MAX_CELL}`)
    }
  }
}

// Types make keys equal already; this also finds empty texts and words left in English.
async function checkMessages(): Promise<void> {
  for (const englishFile of files.filter((file) =>
    /\/messages\/en(?:\/(?!messages\.ts)[\w-]+)?\.ts$/.test(file),
  )) {
    const english = await texts(englishFile)
    for (const locale of languages) {
      if (locale === mainLanguage) continue
      const file = englishFile.replace('/messages/en', `/messages/${locale}`)
      if (!existsSync(path.join(root, file))) continue
      const other = await texts(file)
      for (const [key, text] of english) {
        const translated = other.get(key)
        if (translated === undefined) problems.push(`${file}: ${key} is missing`)
        else if (translated.trim() === '' && text !== '') problems.push(`${file}: ${key} is empty`)
        else if (translated === text && /[a-z]{3,} [a-z]{3,}/.test(text)) {
          problems.push(`${file}: ${key} is still in English: “${text}”`)
        }
      }
      for (const key of other.keys()) {
        if (!english.has(key)) problems.push(`${file}: ${key} does not exist in English`)
      }
    }
  }
}

async function texts(file: string): Promise<Map<string, string>> {
  const module: unknown = await import(pathToFileURL(path.join(root, file)).href)
  const found = new Map<string, string>()
  collect('', module)
  return found

  function collect(key: string, value: unknown): void {
    if (typeof value === 'string') found.set(key, value)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        // The export may carry the locale's name (`en`, `ja`); that level does not count.
        const isLocale = key === '' && languages.some((language) => language === name)
        collect(isLocale ? '' : [key, name].filter(Boolean).join('.'), inner)
      }
    }
  }
}
