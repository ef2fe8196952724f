import { type ParseError, printParseErrorCode } from 'jsonc-parser'
import { messages } from './messages.ts'

/** Explains why a JSON file cannot be parsed, and where. */
export function explainJsonError(
  { error, offset }: ParseError,
  source: string,
): { offset: number; message: string } {
  const code = printParseErrorCode(error)
  const before = source.slice(0, offset).trimEnd()
  const here = source.slice(offset)
  const at = (place: number, message: string): { offset: number; message: string } => ({
    offset: place,
    message,
  })
  if (code === 'InvalidSymbol') {
    const [sign = ''] = here
    if (/['‘’“”„«»「」＂]/.test(sign)) return at(offset, messages.json.quotes(sign))
    return at(offset, messages.json.notUnderstood(/^[^\s,:{}[\]]+/.exec(here)?.[0] ?? sign))
  }
  if (code === 'UnexpectedEndOfString') return at(offset, messages.json.textOpen)
  if (code === 'CommaExpected') return at(before.length, messages.json.commaMissing)
  if (before.endsWith(',') && /^[}\]]/.test(here))
    return at(before.length - 1, messages.json.commaLast)
  if (here.trim() === '') return at(offset, messages.json.endsEarly)
  return at(offset, messages.json.notClear)
}
