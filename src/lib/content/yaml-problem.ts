import type { YAMLError } from 'yaml'
import { messages } from '../content-lint/messages.ts'
import type { Finding, Place } from '../content-lint/rule.ts'

const { yaml: say } = messages

/** Says in words of somebody who does not know YAML what keeps a head from being read. */
export function readProblem(
  { code, pos, message }: YAMLError,
  block: string,
  placeAt: (offset: number) => Place,
): Finding {
  const lines = block.split(/\r?\n/)
  const reported = placeAt(pos[0]).line - 2
  const at = message.startsWith('Missing closing')
    ? lines.findLastIndex((line, index) => index <= reported && /:\s*["'][^"']*$/.test(line))
    : reported
  const line = lines[at] ?? ''
  const answer = (index: number, said: string): Finding => {
    const field = /^\s*([\w-]+)\s*:/.exec(lines[index] ?? '')?.[1] ?? 'front matter'
    return { line: index + 2, column: 1, field, message: said }
  }
  const value = line.replace(/^\s*(?:[\w-]+\s*:|-)\s*/, '')
  if (code === 'TAB_AS_INDENT' || line.includes('\t')) return answer(at, say.tab)
  if (code === 'DUPLICATE_KEY') return answer(at, say.twice)
  if (message.startsWith('Missing closing')) return answer(at, say.quoteOpen(value.charAt(0)))
  if (code === 'BAD_INDENT') return answer(at - 1, say.listOpen)
  if (/^\s*[\w-]+\s*：/.test(line)) return answer(at, say.wideColon)
  if (/^\s*\u3000|:\s*\u3000/.test(line)) return answer(at, say.wideSpace)
  if (/^\s*[\w-]+:\S/.test(line)) return answer(at, say.noSpace)
  if (code === 'BLOCK_AS_IMPLICIT_KEY') {
    const isInValue = /:(?:\s|$)/.test(value)
    return isInValue ? answer(at, say.colon) : answer(at + 1, say.indented)
  }
  if (/^["']/.test(value)) return answer(at, say.afterQuote(value.charAt(0)))
  if (/^[@`%&*|>{}[\]?!]/.test(value)) return answer(at, say.sign(value.charAt(0)))
  return answer(at, say.notUnderstood)
}
