import type { RolldownPlugin } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'
import { Visitor } from 'rolldown/utils'

/** What sealing uses of tweetnacl, by its own names. */
const SEALING = new Set(
  'hash secretbox box.keyPair box.before box.after sign.detached.verify sign.publicKeyLength sign.signatureLength'.split(
    ' ',
  ),
)

/**
 * Leaves of tweetnacl what sealing uses: its one file hangs everything on one object, of which no
 * bundler can tell what nobody asks for.
 */
export const onlySealing: RolldownPlugin = {
  name: 'only-sealing',
  transform: {
    filter: { id: /[\\/]tweetnacl[\\/]nacl-fast\.js$/ },
    handler(code) {
      const [wrapped] = parseAst(code, { lang: 'js', sourceType: 'script' }).body
      const call = wrapped?.type === 'ExpressionStatement' ? wrapped.expression : undefined
      const made = call?.type === 'CallExpression' ? call.callee : undefined
      const outer = made?.type === 'ParenthesizedExpression' ? made.expression : made
      if (outer?.type !== 'FunctionExpression' || outer.body === null) throw changed('tweetnacl')
      const found = new Set<string>()
      const kept = outer.body.body.flatMap((statement) => {
        const text = code.slice(statement.start, statement.end)
        if (statement.type !== 'ExpressionStatement') return [text]
        // A call by itself looks for a source of random bytes, in ways of the past.
        if (statement.expression.type === 'CallExpression') return []
        const [, name] = /^nacl\.([\w.]+) = /.exec(text) ?? []
        if (name === undefined) return [text]
        if (SEALING.has(name)) found.add(name)
        return SEALING.has(name) ? [text] : []
      })
      if (found.size < SEALING.size) throw changed('tweetnacl')
      return {
        code: `const nacl = { box: {}, sign: { detached: {} } }
          ${kept.join('\n')}
          randombytes = (bytes, length) => crypto.getRandomValues(bytes.subarray(0, length))
          nacl.randomBytes = (length) => crypto.getRandomValues(new Uint8Array(length))
          export default nacl`,
        moduleType: 'js',
      }
    },
  },
}

/** Sentences of superstruct that repeat what its own sentence for all kinds says. */
const SENTENCE = /\|\|\s*`Expected (?:[^`\\$]|\\.|\$\{[^{}`]*\})*`/g

/** Leaves superstruct the one sentence that names the kind that was expected, and what came. */
export const oneSentence: RolldownPlugin = {
  name: 'one-sentence',
  transform: {
    filter: { id: /[\\/]superstruct[\\/]dist[\\/]index\.mjs$/ },
    handler(code) {
      const short = code.replaceAll(SENTENCE, '')
      if (short === code) throw changed('superstruct')
      return { code: short }
    },
  },
}

/** Ways of wretch to make and to answer a request that no call of ours takes. */
const UNUSED = new Set(
  'get delete put post patch head opts json accept auth customError resolve defer middlewares toFetch badRequest unauthorized forbidden notFound timeout internalError fetchError'.split(
    ' ',
  ),
)

/** Leaves of wretch's two objects of methods what our one way to ask uses. */
export const oneRequest: RolldownPlugin = {
  name: 'one-request',
  transform: {
    filter: { id: /[\\/]wretch[\\/]dist[\\/](?:core|resolver)\.js$/ },
    handler(code) {
      let lean = code
      new Visitor({
        ObjectExpression({ properties, start, end }) {
          const kept = properties.filter(
            (property) =>
              property.type !== 'Property' ||
              !property.method ||
              property.key.type !== 'Identifier' ||
              !UNUSED.has(property.key.name),
          )
          if (kept.length === properties.length) return
          const texts = kept.map((property) => code.slice(property.start, property.end))
          lean = `${code.slice(0, start)}{${texts.join()}}${code.slice(end)}`
        },
      }).visit(parseAst(code, { lang: 'js' }))
      if (lean === code) throw changed('wretch')
      return { code: lean }
    },
  },
}

function changed(name: string): Error {
  return new Error(`${name} has another form now: what is left out of it has to be looked at again`)
}
