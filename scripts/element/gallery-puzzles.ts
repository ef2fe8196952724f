import type { RequestListener } from 'node:http'
import { isKindName } from '#protocol/captcha/kind-codes.ts'
import { toLanguage, type Language } from '#protocol/languages.ts'
import { draw, verify, type Drawn, type Level } from '@passport/puzzles'

const MOST = 100
const ID_LENGTH = 16

/** The puzzle as a person of a language gets it. */
export function toChallenge({ puzzle }: Drawn, id: string, language: Language): object {
  const shown = puzzle.subtype === '3d' ? { ...puzzle, ask: nameIn(language, puzzle.ask) } : puzzle
  return { id, ttl_ms: 180_000, left: 3, refreshes: 5, alt: ['pow', 'email'], ...shown }
}

// Puzzles have names in fewer languages than there are.
function nameIn(language: string, { en, ...others }: Readonly<Record<string, string>>): string {
  return others[language] ?? en ?? ''
}

/**
 * Draws puzzles to try: `/puzzles.json?kind=&lang=&level=&count=` answers that many, and `/answer`
 * says whether one was solved. Answers stay here.
 */
export function createPuzzles(): { answers(address: string): boolean; listen: RequestListener } {
  const drawn = new Map<string, Drawn>()
  let last = 0

  async function drawMany(query: URLSearchParams): Promise<object[]> {
    const kind = query.get('kind') ?? ''
    if (!isKindName(kind)) return []
    const language = toLanguage(query.get('lang') ?? 'en')
    const level = Math.min(2, Math.max(0, Number(query.get('level')) || 0)) as Level
    const count = Math.min(MOST, Number(query.get('count')) || 50)
    const list: object[] = []
    for (let i = 0; i < count; i++) {
      const puzzle = await draw(kind, { language, level })
      last += 1
      const id = `puzzle${String(last).padStart(ID_LENGTH, '0')}`
      drawn.set(id, puzzle)
      list.push(toChallenge(puzzle, id, language))
    }
    return list
  }

  function check(text: string): boolean {
    const { id, answer } = JSON.parse(text) as { id: string; answer: unknown }
    const puzzle = drawn.get(id)
    return puzzle !== undefined && verify(puzzle.puzzle.subtype, puzzle.solution, answer, Infinity)
  }

  return {
    answers: (address) => /^\/(?:puzzles\.json|answer)(?:\?|$)/.test(address),
    listen(request, response) {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const reply = async (): Promise<object> => {
        if (pathname !== '/answer') return await drawMany(searchParams)
        let text = ''
        for await (const chunk of request) text += String(chunk)
        return { isRight: check(text) }
      }
      reply().then(
        (value) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          response.end(JSON.stringify(value))
        },
        (error: unknown) => {
          response.writeHead(400).end(String(error))
        },
      )
    },
  }
}
