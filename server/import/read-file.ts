import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { SourceOptions } from './foreign-account.ts'
import { ImportError } from './import-error.ts'
import { columnsIn } from './places.ts'

const MIB = 2 ** 20
/** Maximum length of a line or record, in characters. */
const MAX_RECORD = MIB
/** Maximum of a file that is read whole. */
const MAX_JSON_BYTES = 256 * MIB

/** Reads files one after another. */
export function eachOf<Options>(
  read: (file: string, options: Options) => AsyncIterable<unknown>,
): (files: readonly string[], options: Options) => AsyncGenerator {
  return async function* readAll(files, options) {
    for (const file of files) yield* read(file, options)
  }
}

/** Reads a JSON file whole. @throws ImportError */
export async function readJson(file: string): Promise<unknown> {
  const { size } = await stat(file).catch(() => ({ size: 0 }))
  if (size > MAX_JSON_BYTES) {
    throw new ImportError(
      `"${file}" is larger than ${MAX_JSON_BYTES / MIB} MiB: give one object a line, as jq -c '.[]' users.json > users.ndjson makes them.`,
    )
  }
  const parts: string[] = []
  for await (const part of readText(file)) parts.push(part)
  const value = parseJson(parts.join(''))
  if (value !== undefined) return value
  throw new ImportError(`"${file}" is no JSON: export it again, or name the source that it is of.`)
}

/** Yields the values of a file with one JSON value a line; undefined for a line that is none. */
export async function* readJsonLines(file: string): AsyncGenerator {
  let isFirst = true
  for await (const line of readLines(file)) {
    if (line.trim() === '') continue
    const value = parseJson(line)
    if (isFirst && typeof value !== 'object') {
      throw new ImportError(
        `The first line of "${file}" is no JSON object: give one object a line, or one array with all.`,
      )
    }
    isFirst = false
    yield value
  }
}

/** Yields the items of a JSON array, or the values of a file with one a line. */
export async function* readRecords(file: string): AsyncGenerator {
  for await (const start of readText(file)) {
    if (start.trim() === '') continue
    if (!start.trimStart().startsWith('[')) break
    const items = await readJson(file)
    if (Array.isArray(items)) yield* items
    return
  }
  yield* readJsonLines(file)
}

/**
 * Yields the records of a CSV file, by the names of its first line; undefined for one of another length.
 * @throws ImportError without a column that is mapped
 */
export async function* readCsv(file: string, { map }: Pick<SourceOptions, 'map'>): AsyncGenerator {
  let delimiter = ','
  for await (const line of readLines(file)) {
    if (line.trim() === '') continue
    delimiter = delimiterOf(line)
    break
  }
  // Unlike `pipe`, it ends the parser by an error of the file, which is thrown below.
  const parser = pipeline(
    readText(file),
    parse({ delimiter, relax_column_count: true, skip_empty_lines: true, max_record_size: MIB }),
    () => undefined,
  )
  let names: string[] | undefined
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      // Not an assignment: a column may be named `__proto__`.
      if (names !== undefined) yield toRecord(names, cells)
      else names = readNames(file, cells, [...map.values()].flat().flatMap(columnsIn))
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // Without the cell, which may be a hash.
    const reason = error.message.replace(/, value is .*/s, '')
    throw new ImportError(`"${file}" is no CSV: ${reason}.`, { cause: error })
  }
}

function readNames(file: string, cells: readonly string[], needed: readonly string[]): string[] {
  const names = new Set<string>()
  const read = cells.map((cell) => {
    const name = cell.trim()
    if (name !== '' && names.has(name)) {
      throw new ImportError(
        `"${file}" has two columns ${JSON.stringify(name)}: rename one, because only one can be read.`,
      )
    }
    names.add(name)
    return name
  })
  const missing = needed.find((name) => !names.has(name))
  if (missing === undefined) return read
  throw new ImportError(`"${file}" has no column "${missing}", which --map names.`)
}

/** How databases write that a cell holds nothing, and a bit. */
const spellings = new Map([
  ['NULL', ''],
  [String.raw`\N`, ''],
  ...['\0', String.raw`\0`, "b'0'"].map((no): [string, string] => [no, '0']),
  ...['\u0001', "b'1'"].map((yes): [string, string] => [yes, '1']),
])

function toRecord(names: readonly string[], cells: readonly string[]): unknown {
  if (cells.length !== names.length) return undefined
  const values = cells.map((cell) => spellings.get(cell) ?? cell)
  return Object.fromEntries(names.map((name, at) => [name, values[at]]))
}

function delimiterOf(head: string): string {
  const bare = head.replaceAll(/"[^"]*"/g, '')
  const countOf = (sign: string): number => bare.split(sign).length
  return [',', ';', '\t', '|'].reduce((best, sign) => (countOf(sign) > countOf(best) ? sign : best))
}

async function* readLines(file: string): AsyncGenerator<string> {
  let rest = ''
  let number = 1
  for await (const part of readText(file)) {
    const lines = `${rest}${part}`.split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of [...lines, rest]) requireShort(line, number)
    for (const line of lines) {
      yield line
      number++
    }
  }
  yield rest

  function requireShort(line: string, at: number): void {
    if (line.length <= MAX_RECORD) return
    throw new ImportError(`A line of "${file}", about the ${at}th, is longer than 1 MiB.`)
  }
}

async function* readText(file: string): AsyncGenerator<string> {
  const info = await stat(file).catch(() => undefined)
  if (info?.isFIFO() === true) {
    throw new ImportError(`"${file}" is a pipe, which can be read only once: save it as a file.`)
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      if (isFirst) requireText(file, chunk.subarray(0, 64))
      isFirst = false
      yield decoder.decode(chunk, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) {
      throw new ImportError(`"${file}" is not UTF-8: convert it, as iconv does.`, { cause: error })
    }
    const { syscall, message } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    throw new ImportError(`"${file}" cannot be read: ${message}.`, { cause: error })
  }
}

function requireText(file: string, start: Buffer): void {
  const mark = start.toString('hex', 0, 4)
  // gzip, bzip2, xz, zstd, and zip, of which spreadsheets are made, and their form before
  if (/^(?:1f8b|425a68|fd377a58|28b52ffd|504b0304|d0cf11e0)/.test(mark)) {
    throw new ImportError(`"${file}" is packed: unpack it, or save a table as CSV.`)
  }
  // Latin letters in UTF-16 have a zero byte each.
  const zeros = start.filter((byte) => byte === 0).length
  if (/^fffe|^feff/.test(mark) || zeros > start.length / 4) {
    throw new ImportError(`"${file}" is UTF-16: convert it, as iconv -f UTF-16 -t UTF-8 does.`)
  }
}

// Many digits, or a power of ten where a number may be.
const mayBeRounded = /\d{16}|[[:,\s][\d.-]+e\+?\d/i

/** Returns undefined for a text that is no JSON. Numbers whose digits would be rounded are kept as texts. */
export function parseJson(text: string): unknown {
  try {
    return mayBeRounded.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
  } catch (error) {
    // A range error is of values within values, more than fit.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

// The types do not know the third argument yet.
function keepDigits(_key: string, value: unknown, context?: { source: string }): unknown {
  const isRounded =
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  return isRounded ? (context?.source.replace(/\.0+$/, '') ?? value) : value
}
