import type { YAMLError } from 'yaml'
import { messages } from './messages.ts'
import type { Finding, Place } from './finding.ts'

/** Explains a YAML error to somebody who does not know YAML. */
export function explainYamlError(
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
  if (code === 'TAB_AS_INDENT' || line.includes('\t')) return answer(at, messages.yaml.tab)
  if (code === 'DUPLICATE_KEY') return answer(at, messages.yaml.twice)
  if (message.startsWith('Missing closing'))
    return answer(at, messages.yaml.quoteOpen(value.charAt(0)))
  if (code === 'BAD_INDENT') return answer(at - 1, messages.yaml.listOpen)
  if (/^\s*[\w-]+\s*：/.test(line)) return answer(at, messages.yaml.wideColon)
  if (/^\s*\u3000|:\s*\u3000/.test(line)) return answer(at, messages.yaml.wideSpace)
  if (/^\s*[\w-]+:\S/.test(line)) return answer(at, messages.yaml.noSpace)
  const bent = /^[“”„‘’＂](?=.*[“”‘’＂]$)/.exec(value)?.[0]
  if (bent !== undefined) return answer(at, messages.json.quotes(bent))
  if (code === 'BLOCK_AS_IMPLICIT_KEY') {
    const isInValue = /:(?:\s|$)/.test(value)
    return isInValue ? answer(at, messages.yaml.colon) : answer(at + 1, messages.yaml.indented)
  }
  if (/^["']/.test(value)) return answer(at, messages.yaml.afterQuote(value.charAt(0)))
  if (/^(?:[@`%&*|>{}[\]?!]|- )/.test(value)) return answer(at, messages.yaml.sign(value.charAt(0)))
  return answer(at, messages.yaml.notUnderstood)
}
