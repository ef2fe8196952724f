/** Characters of one kind; the kinds are those of highlighted code in posts. */
export type Token = readonly [kind: string, text: string]

/** One line of the code that the demo shows. */
export interface DemoLine {
  change: 'same' | 'removed' | 'added'
  /** Hidden on narrow screens. */
  far?: boolean
  tokens: readonly Token[]
}

const same = (...tokens: Token[]): DemoLine => ({ change: 'same', tokens })
const far = (...tokens: Token[]): DemoLine => ({ change: 'same', far: true, tokens })

/** The code of the demo as tokens, since no grammar highlights a diff. */
export const demoLines: readonly DemoLine[] = [
  far(
    ['keyword', 'import'],
    ['', ' { sleep } '],
    ['keyword', 'from'],
    ['string-expression', " './clock.ts'"],
  ),
  far(['', '']),
  same(['keyword', 'const'], ['constant', ' FIRST_DELAY_MS'], ['', ' = '], ['constant', '250']),
  same(['', '']),
  far(['comment', '/** Milliseconds to wait before the next attempt. */']),
  same(
    ['keyword', 'export function'],
    ['function', ' retryDelay'],
    ['', '(attempt: '],
    ['constant', 'number'],
    ['', '): '],
    ['constant', 'number'],
    ['', ' {'],
  ),
  {
    change: 'removed',
    tokens: [
      ['keyword', '  return'],
      ['constant', ' 1000'],
      ['', ' * attempt'],
    ],
  },
  {
    change: 'added',
    tokens: [
      ['keyword', '  const'],
      ['', ' delay = '],
      ['constant', 'FIRST_DELAY_MS'],
      ['', ' * '],
      ['constant', '2'],
      ['', ' ** attempt'],
    ],
  },
  {
    change: 'added',
    tokens: [
      ['keyword', '  return'],
      ['', ' Math.'],
      ['function', 'min'],
      ['', '(delay, '],
      ['constant', '30_000'],
      ['', ')'],
    ],
  },
  same(['', '}']),
  far(['', '']),
  far(
    ['keyword', 'export async function'],
    ['function', ' retry'],
    ['', '<T>(job: () => '],
    ['constant', 'Promise'],
    ['', '<T>) {'],
  ),
  far(
    ['keyword', '  for'],
    ['', ' ('],
    ['keyword', 'let'],
    ['', ' attempt = '],
    ['constant', '0'],
    ['', '; ; attempt += '],
    ['constant', '1'],
    ['', ') {'],
  ),
  far(['keyword', '    try'], ['', ' {']),
  far(['keyword', '      return await'], ['function', ' job'], ['', '()']),
  far(['', '    } '], ['keyword', 'catch'], ['', ' (error) {']),
  far(
    ['keyword', '      if'],
    ['', ' (attempt === '],
    ['constant', '8'],
    ['', ') '],
    ['keyword', 'throw'],
    ['', ' error'],
  ),
  far(
    ['keyword', '      await'],
    ['function', ' sleep'],
    ['', '('],
    ['function', 'retryDelay'],
    ['', '(attempt))'],
  ),
  far(['', '    }']),
  far(['', '  }']),
  far(['', '}']),
]

/** Paths in the project tree of the demo. */
export const demoFiles = [
  { path: 'src/', kind: 'folder' },
  { path: 'clock.ts', kind: 'file' },
  { path: 'queue.ts', kind: 'file' },
  { path: 'retry.ts', kind: 'open' },
  { path: 'tests/', kind: 'folder' },
  { path: 'queue.test.ts', kind: 'file' },
  { path: 'retry.test.ts', kind: 'changed' },
  { path: 'README.md', kind: 'top' },
] as const
