import { createRequire } from 'node:module'
import process from 'node:process'
import hljs from 'highlight.js/lib/common'

interface CodeNode {
  lang?: string | null | undefined
  value: string
}

// Colours are in `styles/code.css`: our content security policy forbids them in the page itself.
hljs.configure({ classPrefix: 'tok-' })
learnMore()

/** Blocks of code in Markdown, with a class for each kind of word. */
export const codeBlocks = {
  name: 'code-blocks',
  code({ lang, value }: CodeNode): { type: 'html'; value: string } {
    const name = lang?.toLowerCase() ?? 'plaintext'
    const open = `<pre class="code-block" data-language="${escaped(name)}" tabindex="0">`
    return { type: 'html', value: `${open}<code>${highlighted(value, name)}</code></pre>` }
  },
}

/** HTML of a block of code; one in a language that nobody knows stays plain. */
export function highlighted(code: string, name: string): string {
  if (name === 'diff') return code.split('\n').map(changed).join('\n')
  if (!isKnown(name)) return escaped(code)
  // Between commands with a prompt stands what they print.
  const isSession = hljs.getLanguage(name)?.name === 'Bash' && /^\$ /m.test(code)
  const language = isSession ? 'console' : name
  return hljs.highlight(code, { language, ignoreIllegals: true }).value
}

const unknown = new Set<string>()
let isWhole = false

function isKnown(name: string): boolean {
  if (hljs.getLanguage(name) !== undefined) return true
  if (!isWhole) {
    // Forty languages are there from the start; the others, and their short names, are read now.
    createRequire(import.meta.url)('highlight.js')
    isWhole = true
    learnMore()
    return isKnown(name)
  }
  if (!unknown.has(name)) {
    unknown.add(name)
    process.stderr.write(`Code in "${name}" stays without colours: there is no such language.\n`)
  }
  return false
}

// What a reader looks for, and the grammars leave plain: in the shell the program and its options
// rather than what is built in, in Rust the types.
function learnMore(): void {
  const [bash, rust] = ['bash', 'rust'].map((name) => hljs.getLanguage(name))
  if (bash === undefined || rust === undefined) throw new Error('highlight.js lacks a language')
  Object.assign(bash, { keywords: { ...Object(bash.keywords), built_in: [] } })
  bash.contains.unshift(
    {
      scope: 'title.function',
      match: /^(?!(?:if|for|while|case|do|done|fi|esac)\b)[\w./~-]+(?= |$)/,
    },
    { scope: 'attr', match: /(?<=\s)--?[a-zA-Z][\w-]*/ },
    { scope: 'number', match: /(?<=\s)\d[\d.]*(?=\s|$)/ },
  )
  rust.contains.push({ scope: 'type', match: /\b[A-Z][a-z]\w*/ })
}

// The sign of a changed line is not copied with it.
function changed(line: string): string {
  if (!/^[-+](?![-+]{2} )/.test(line)) return escaped(line)
  const [kind, mark] = line.startsWith('+') ? ['inserted', 'ins'] : ['deleted', 'del']
  return `<${mark} class="tok-${kind}"><span class="tok-sign">${line[0]}</span>${escaped(line.slice(1))}</${mark}>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
