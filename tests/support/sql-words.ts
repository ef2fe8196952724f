// What SQLite, PostgreSQL and the distributed databases that speak its protocol all take, and nothing
// that one of them lacks or does its own way: no LIKE, no locks, no sequences, no triggers, no NOTIFY.
// Add a word only after reading that CockroachDB and YugabyteDB know it as PostgreSQL does.
const shared = new Set(
  [
    'add all alter and as asc begin between by cascade case column commit conflict constraint',
    'create default delete desc distinct do drop else end excluded exists false foreign from group',
    'having if in index inner insert into is join key left limit not nothing null offset on or order',
    'primary references returning rollback select set table then true union unique update values',
    'when where with bigint text avg coalesce count length lower max min sum upper',
  ].flatMap((line) => line.split(' ')),
)
// One of each: the type of bytes, and how SQLite takes the write lock first.
const own = new Set(['bytea', 'blob', 'immediate'])

/** The first word of a statement that not every database takes; undefined where there is none. */
export function foreignWord(text: string): string | undefined {
  const bare = text
    .replaceAll(/"[^"]*"/g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, ' ')
    .replaceAll(/\$\d+/g, ' ')
  // A name with a dot is a column of a table.
  const words = bare.matchAll(/(?<![\w.])[a-z_]\w*(?![\w.])/gi)
  for (const [word] of words) {
    const name = word.toLowerCase()
    if (!shared.has(name) && !own.has(name)) return name
  }
  return /::|->|@>|\?\||~/.exec(bare)?.[0]
}
