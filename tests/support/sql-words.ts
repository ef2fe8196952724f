// Words that SQLite, PostgreSQL and compatible distributed databases understand in the same way: no
// locks, sequences, triggers or NOTIFY. LIKE compares only text in lower case, where all agree. Before adding a word, check that CockroachDB and
// YugabyteDB have it.
const shared = new Set(
  [
    'add all alter and as asc begin between by cascade case column commit conflict constraint',
    'create default delete desc distinct do drop else end excluded exists false foreign from group',
    'having if in index inner insert into is join key left limit not nothing null offset on or order',
    'primary references returning rollback select set table then true union unique update values',
    'when where with bigint text avg coalesce count length lower max min substr sum upper like escape',
  ].flatMap((line) => line.split(' ')),
)
// The type of bytes, which SQLite accepts too, and how SQLite takes the write lock first.
const special = new Set(['bytea', 'immediate'])

/** Returns the first word of a statement that not every database understands. */
export function foreignWord(text: string): string | undefined {
  const bare = text
    .replaceAll(/ -- .*| *^--.*/gm, ' ')
    .replaceAll(/"[^"]*"/g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, ' ')
    .replaceAll(/\$\d+/g, ' ')
  // A name with a dot is a column of a table.
  const words = bare.matchAll(/(?<![\w.])[a-z_]\w*(?![\w.])/gi)
  for (const [word] of words) {
    const name = word.toLowerCase()
    if (!shared.has(name) && !special.has(name)) return name
  }
  return /::|->|@>|\?\||~/.exec(bare)?.[0]
}
