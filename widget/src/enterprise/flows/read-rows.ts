import { withoutFormulas } from '#protocol/formulas.ts'
import type { Messages } from '../../messages/messages.ts'
import type { Address } from '../../client/calls/address.ts'
import { readAddress } from '../../ui/flows/address.ts'

/** One row of a spreadsheet of people to invite. */
export interface ReadRow {
  /** Line number from 1. */
  row: number
  address: string
  memberName: string
  /** Names of roles as written, not keys. */
  roles: readonly string[]
  externalId: string
  /** Error for people, or `twice`; empty for none. */
  problem: string
  /** Undefined if invalid. */
  invited: Address | undefined
}

type Column = 'address' | 'name' | 'roles' | 'id'

/** Column names in spreadsheets of our languages. */
const columnNames: Record<Column, RegExp> = {
  address: /mail|address|mobile|phone|メール|アドレス|電話|携帯|邮箱|邮件|手机|地址/i,
  name: /name|氏名|名前|姓名|名字/i,
  roles: /role|ロール|役割|角色/i,
  id: /\bid\b|number|番号|编号|工号/i,
}

const withoutHead: Partial<Record<Column, number>> = { address: 0, name: 1, roles: 2, id: 3 }

/** Decodes UTF-8, UTF-16, or Shift_JIS, which spreadsheets in Japan still write. */
export async function readText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  const marks = new Uint8Array(bytes.slice(0, 2))
  if (marks[0] === 0xff && marks[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    // TextDecoder removes the byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('shift_jis').decode(bytes)
  }
}

/** Parses people, one on each line; a first line without an address names the columns. */
export function readRows(text: string, common: Messages['common']): ReadRow[] {
  const lines = readCells(text).map((cells, at) => ({ cells, row: at + 1 }))
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const [first] = filled
  const isHead = first !== undefined && !first.cells.some((cell) => isAddress(cell, common))
  const columns = isHead && first.cells.length > 1 ? columnsOf(first.cells) : withoutHead
  const seen = new Set<string>()
  return filled.slice(isHead ? 1 : 0).map(({ cells, row }) => {
    const cell = (name: Column): string => (cells[columns[name] ?? -1] ?? '').trim()
    const address = readAddress(cell('address'), common)
    const isTwice = !('wrong' in address) && seen.has(address.value.toLowerCase())
    if (!('wrong' in address)) seen.add(address.value.toLowerCase())
    return {
      row,
      address: cell('address'),
      // The address's local part is a default that the person can change.
      memberName: cell('name') || ('value' in address ? address.value : '').split('@')[0] || '',
      roles: cell('roles')
        .split(/[;；|、]|[,，]\s*/)
        .map((one) => one.trim())
        .filter(Boolean),
      externalId: cell('id'),
      problem: 'wrong' in address ? address.wrong : isTwice ? 'twice' : '',
      invited: 'wrong' in address ? undefined : address,
    }
  })
}

function isAddress(cell: string, common: Messages['common']): boolean {
  return !('wrong' in readAddress(cell, common))
}

function columnsOf(cells: readonly string[]): Partial<Record<Column, number>> {
  const found: Partial<Record<Column, number>> = {}
  // Names last: their pattern also matches heads such as "role name".
  for (const name of ['address', 'roles', 'id', 'name'] as const) {
    const taken = Object.values(found)
    const at = cells.findIndex(
      (cell, index) => !taken.includes(index) && columnNames[name].test(cell),
    )
    if (at !== -1) found[name] = at
  }
  return found.address === undefined ? withoutHead : found
}

/** Parses comma-, semicolon- or tab-separated values (RFC 4180), also with full-width signs. */
export function readCells(text: string): string[][] {
  const [line = ''] = text.split(/\r?\n/, 1)
  const between = ['\t', ';', ',', '；', '，'].find((one) => line.includes(one)) ?? ','
  const lines: string[][] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += letter
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (letter === between) {
      cells.push(cell)
      cell = ''
    } else if (letter === '\n') {
      lines.push([...cells, cell])
      cells = []
      cell = ''
    } else if (letter !== '\r') cell += letter
  }
  return cell === '' && cells.length === 0 ? lines : [...lines, [...cells, cell]]
}

/** Writes CSV in which spreadsheets run no cell as a formula. */
export function writeCells(lines: readonly (readonly string[])[]): string {
  const quote = (cell: string): string => `"${withoutFormulas(cell).replaceAll('"', '""')}"`
  return lines.map((cells) => cells.map(quote).join(',')).join('\r\n')
}
