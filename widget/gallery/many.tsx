import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Session } from '../captcha/session.ts'
import type { PuzzleChallenge, SessionState } from '../captcha/session-state.ts'
import { fixtureSession } from './states/fixture-session.ts'
import { CaptchaPreview, type Look } from './captcha-states.tsx'

/** Kind and number of puzzles to draw. */
export interface ManyRequest {
  kind: string
  level: string
  count: string
}

/** Many puzzles of a kind side by side, each to be tried: for judging beauty and solvability. */
export function Many({ request, look }: { request: ManyRequest; look: Look }): ReactNode {
  const [puzzles, setPuzzles] = useState<PuzzleChallenge[]>([])
  const [results, setResults] = useState<readonly boolean[]>([])
  const { kind, level, count } = request

  useEffect(() => {
    const query = new URLSearchParams({ kind, level, count, lang: look.language })
    fetch(`puzzles.json?${query}`)
      .then((reply) => reply.json())
      .then(
        (list: PuzzleChallenge[]) => setPuzzles(list),
        (error: unknown) => console.error(error), // oxlint-disable-line no-console
      )
  }, [kind, level, count, look.language])

  const right = results.filter(Boolean).length
  return (
    <section>
      <h2>
        {puzzles.length === 0 ? 'drawing…' : `${puzzles.length} of ${kind}, level ${level}`}
        {results.length > 0 && `: ${right} right, ${results.length - right} wrong`}
      </h2>
      <div className="states is-wide">
        {puzzles.map((puzzle) => (
          <Puzzle
            key={puzzle.id}
            puzzle={puzzle}
            look={look}
            onResult={(isRight) => setResults((before) => [...before, isRight])}
          />
        ))}
      </div>
    </section>
  )
}

function Puzzle(props: {
  puzzle: PuzzleChallenge
  look: Look
  onResult: (isRight: boolean) => void
}): ReactNode {
  const { puzzle, look } = props
  const [onResult] = useState(() => props.onResult)
  const session = useMemo(() => createTrial(puzzle, onResult), [puzzle, onResult])
  return <CaptchaPreview session={session} kind={puzzle.subtype} look={look} />
}

/** A session of one puzzle, verified by the server that drew it. */
function createTrial(challenge: PuzzleChallenge, onResult: (isRight: boolean) => void): Session {
  const listeners = new Set<() => void>()
  let state: SessionState = { step: 'puzzle', challenge, reason: 'none' }

  function show(next: SessionState): void {
    state = next
    for (const listener of listeners) listener()
  }

  async function judge(answer: unknown): Promise<void> {
    show({ step: 'checking', challenge })
    const body = JSON.stringify({ id: challenge.id, answer })
    const reply = await fetch('answer', { method: 'POST', body })
    const { isRight } = (await reply.json()) as { isRight: boolean }
    onResult(isRight)
    show(isRight ? { step: 'passed', challenge } : { step: 'puzzle', challenge, reason: 'wrong' })
  }

  return {
    ...fixtureSession(state),
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    answer(answer) {
      judge(answer).catch(() => show({ step: 'offline' }))
    },
    methods: () => [],
  }
}
