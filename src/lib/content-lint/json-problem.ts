import { type ParseError, printParseErrorCode } from 'jsonc-parser'
import { messages } from './messages.ts'

const { json: say } = messages

/** Says what keeps a JSON file from being read, and where. */
export function jsonProblem(
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
    if (/['‘’“”„«»「」＂]/.test(sign)) return at(offset, say.quotes(sign))
    return at(offset, say.notUnderstood(/^[^\s,:{}[\]]+/.exec(here)?.[0] ?? sign))
  }
  if (code === 'UnexpectedEndOfString') return at(offset, say.textOpen)
  if (code === 'CommaExpected') return at(before.length, say.commaMissing)
  if (before.endsWith(',') && /^[}\]]/.test(here)) return at(before.length - 1, say.commaLast)
  if (here.trim() === '') return at(offset, say.endsEarly)
  return at(offset, say.notClear)
}
