const GUARDED = /^@layer passport\.(?:base|guard)$/

/**
 * Minifies our own style sheets and marks the declarations of the guarded layers as important, so
 * that no rule of a host page outside a layer can reach them. Knows the CSS we write, not all CSS.
 */
export function buildCss(source: string): string {
  const text = source
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*([{};,])\s*/g, '$1')
    // Of font shorthands and colours; our calc() only adds.
    .replaceAll(' / ', '/')
    .replaceAll(/(?<=[\s:(,-])0(?=\.\d)/g, '')
    .replaceAll(/#(\w)\1(\w)\2(\w)\3(?!\w)/g, '#$1$2$3')
    .replaceAll(/='([a-z][\w-]*)'\]/g, '=$1]')
    .trim()
  let built = ''
  let piece = ''
  let quote = ''
  /** One entry per open block: whether declarations inside it are marked. */
  const blocks: boolean[] = []

  const declare = (): void => {
    const declaration = piece.trim().replace(/^([\w-]+)\s*:\s*/, '$1:')
    piece = ''
    if (declaration === '') return
    const isMarked = blocks.at(-1) === true && !declaration.startsWith('--')
    built += isMarked ? `${declaration}!important` : declaration
  }

  for (const letter of text) {
    if (quote !== '') {
      piece += letter
      if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'") {
      quote = letter
      piece += letter
    } else if (letter === '{') {
      const prelude = piece.trim()
      const isKeyframes = prelude.startsWith('@keyframes')
      blocks.push(GUARDED.test(prelude) || (blocks.at(-1) === true && !isKeyframes))
      built += `${prelude}{`
      piece = ''
    } else if (letter === ';') {
      // A statement such as `@layer a, b;` stands outside every block.
      const isStatement = piece.startsWith('@')
      if (isStatement) {
        built += `${piece};`
        piece = ''
      } else {
        declare()
        built += ';'
      }
    } else if (letter === '}') {
      declare()
      built = `${built.replace(/;$/, '')}}`
      blocks.pop()
    } else piece += letter
  }
  return built
}

/** Returns styles that work without the sheet of tokens: each use of a token gets its value as fallback. */
export function withTokens(tokens: string, styles: string): string {
  const values = new Map(
    Array.from(tokens.matchAll(/(--[\w-]+):([^;}]*)/g), ([, name, value]) => [name, value]),
  )
  return styles.replaceAll(/var\((--[\w-]+)\)/g, (use, name: string) => {
    const value = values.get(name)
    return value === undefined ? use : `var(${name},${value})`
  })
}
