import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { RolldownPlugin } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'
import { root } from '../lib/prepare.mjs'

const languages = ['en', 'ja', 'zh'] as const
const BY_LANGUAGE = path.join(root, 'widget/src/messages/by-language.ts')
const TABLES =
  /[\\/]widget[\\/](?:captcha[\\/]messages[\\/]messages|src[\\/]messages[\\/](?!en|ja|zh|texts|by-language|override|said)[\w-]+)\.ts$/
const QUERY = '?language='
const LATER = /^texts-(check|own|later)-(en|ja|zh)$/
const LOADS = /^loads-(check|own|later)$/

/** What loads the texts of most later screens: it belongs to the first one, which all others have. */
export const LOADS_LATER = 'loads-later'

/**
 * Splits the tables of texts that later screens bring: each holds all languages in the source, and
 * in the build the texts of each language are files of their own. A table is an object with the keys
 * `en`, `ja` and `zh`, one to a file.
 */
export const oneLanguage: RolldownPlugin = {
  name: 'one-language',
  resolveId: (source) =>
    LATER.test(source) || LOADS.test(source) || source.includes(QUERY) ? source : null,
  async load(id) {
    const [, kind, wanted] = LATER.exec(id) ?? []
    if (kind !== undefined) return { code: await allOf(kind, wanted ?? ''), moduleType: 'js' }
    const [, kindToLoad] = LOADS.exec(id) ?? []
    if (kindToLoad !== undefined) {
      const loads = languages.map((name) => `${name}:()=>import('texts-${kindToLoad}-${name}')`)
      return { code: `export const loads={${loads.join()}}`, moduleType: 'js' }
    }
    const [file = '', language] = id.split(QUERY)
    if (!TABLES.test(file)) return null
    const code = await readFile(file, 'utf8')
    const table = findTable(code, file)
    if (language !== undefined) {
      const rest = code.slice(0, table.statement[0]) + code.slice(table.statement[1])
      const own = `{${table.entries.get(language) ?? ''}}`
      return { code: `${rest}\nexport const ${nameIn(file)} = ${own}`, moduleType: 'ts' }
    }
    const [start, end] = table.value
    return {
      code: `import { byLanguage } from '${BY_LANGUAGE}'
        import { loads } from 'loads-${kindOf(file)}'
        ${code.slice(0, start)}await byLanguage(loads,'${nameIn(file)}')${code.slice(end)}`,
      moduleType: 'ts',
    }
  },
}

/** Whether a module has a table, and so waits for its texts. */
export function waitsForTexts(id: string): boolean {
  return TABLES.test(id)
}

/** Which texts are loaded together: those of the captcha, of one's own account, of other screens. */
function kindOf(file: string): 'check' | 'own' | 'later' {
  if (file.includes('captcha')) return 'check'
  return /^(?:own|bind|close-account|profile)/.test(path.basename(file)) ? 'own' : 'later'
}

/** What the table of a file is called in the file of its language. */
function nameIn(file: string): string {
  return path.basename(file, '.ts').replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** The text of a module with all tables of a kind in one language. */
async function allOf(kind: string, language: string): Promise<string> {
  const files = await Promise.all(
    ['src/messages', 'captcha/messages'].map(async (name) => {
      const folder = path.join(root, 'widget', name)
      return (await readdir(folder)).map((file) => path.join(folder, file))
    }),
  )
  return files
    .flat()
    .filter((file) => TABLES.test(file) && kindOf(file) === kind)
    .map((file) => `export * from ${JSON.stringify(file + QUERY + language)}`)
    .join('\n')
}

interface Table {
  /** Where the statement and, within it, the object stand. */
  statement: [start: number, end: number]
  value: [start: number, end: number]
  /** The source of each language's texts, with its key. */
  entries: Map<string, string>
}

function findTable(code: string, file: string): Table {
  for (const statement of parseAst(code, { lang: 'ts' }).body) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { init } of declaration.declarations) {
      if (init?.type !== 'ObjectExpression') continue
      const entries = new Map(
        init.properties.flatMap((property) =>
          property.type === 'Property' && property.key.type === 'Identifier'
            ? [[property.key.name, code.slice(property.start, property.end)] as const]
            : [],
        ),
      )
      if (languages.every((language) => entries.has(language))) {
        return {
          statement: [statement.start, statement.end],
          value: [init.start, init.end],
          entries,
        }
      }
    }
  }
  throw new Error(`${file} has no table with texts in ${languages.join(', ')}`)
}
