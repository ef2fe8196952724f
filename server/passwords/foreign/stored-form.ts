import { BASE64, fromBase64, toBase64 } from './base64.ts'

const base64 = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  toBase64(Buffer.from(text, encoding))

const aspNetDigests = ['sha1', 'sha256', 'sha512']

/** Names before salt and hash in one, which stand for the cost of PBKDF2: of Spring, and of Jira. */
const joined = [
  { name: '{pbkdf2}', encoding: 'hex', digest: 'sha1', rounds: 185_000, saltBytes: 8 },
  {
    name: '{pbkdf2@SpringSecurity_v5_8}',
    encoding: 'hex',
    digest: 'sha256',
    rounds: 310_000,
    saltBytes: 16,
  },
  { name: '{PKCS5S2}', encoding: 'base64', digest: 'sha1', rounds: 10_000, saltBytes: 16 },
] as const

const JOINED_HASH_BYTES = 32

type Spelling = readonly [pattern: RegExp, right: string | ((...found: string[]) => string)]

/** How products write forms that are known, in order. */
const spellings: readonly Spelling[] = [
  // Nextcloud
  [/^[1-3]\|(?=\$)/, ''],
  // Spring and LDAP
  [/^\{(?:argon2|bcrypt|crypt|scrypt)(?:@\w+)?\}(?=\$)/i, ''],
  // Adonis
  [/^\$bcrypt\$v=98\$r=(\d+)\$([\w+/]{22})\$([\w+/]{31})$/, ofAdonisBcrypt],
  [/^(\$scrypt\$)n=(\d+)/, (_, start, n) => `${start}ln=${Math.log2(Number(n))}`],
  [/^(\$argon2\w+\$(?:v=\d+\$)?)(t=\d+),(m=\d+)/, '$1$3,$2'],
  // passlib
  [/^\$bcrypt-sha256\$(2\w),(\d+)\$([^$]{22})\$/, '$$bcrypt-sha256-base64$$$1$$$2$$$3'],
  [/^\$bcrypt-sha256\$v=2,t=(2\w),r=(\d+)\$([^$]{22})\$/, '$$bcrypt-hmac-sha256$$$1$$$2$$$3'],
  // Magento 2, whose salts are cut, by the costs that sodium calls interactive
  [
    /^([\da-f]{64}):([^:]{16})[^:]*:(?:2|3_32_2_67108864)$/,
    (_, hash = '', salt = '') =>
      `$argon2id$v=19$m=65536,t=2,p=1$${base64(salt)}$${base64(hash, 'hex')}`,
  ],
  // A cost of bcrypt has two digits.
  [/^(?:\$bcrypt[\w-]+)?\$2[aby]\$(?=\d\$)/, '$&0'],
  // Supabase, as SuperTokens keeps hashes of Firebase
  [
    new RegExp(
      String.raw`^\$fbscrypt\$v=1,n=(\d+),r=(\d+),p=1,ss=(${BASE64}),sk=${BASE64}\$([^$]+)\$([^$]+)$`,
    ),
    '$$f_scrypt$$$5$$$4$$m=$1$$r=$2$$s=$3',
  ],
  // Mattermost
  [/^\$pbkdf2\$f=SHA(\d+),w=(\d+),l=\d+(?=\$)/, '$$pbkdf2-sha$1$$i=$2'],
  // OpenLDAP, and passlib, whose PBKDF2 alone is by SHA-1
  [/^\{pbkdf2(-sha\d+)?\}(?=\d+\$)/i, (_, digest = '') => `$pbkdf2${digest.toLowerCase()}$`],
  [/^\$pbkdf2\$/, '$$pbkdf2-sha1$$'],
  // PBKDF2 makes block after block, so 64 bytes tell what more of them would.
  [/^(\$pbkdf2-\w+\$[^$]+\$[^$]+\$[\w+/.-]{86})[\w+/.-]+=*$/, '$1'],
]

/**
 * Returns a hash, as a product writes it, in the form that is stored here; other texts as they are.
 * @param keyId Id of the import that brought the key of a Firebase project.
 */
export function toStoredForm(typed: string, keyId = ''): string {
  let text = typed
  for (const [pattern, right] of spellings) {
    // One of the two that `replace` takes.
    text = text.replace(pattern, right as string)
  }
  if (/^A[A-Za-z0-9+/]{60,}={0,2}$/.test(text)) return ofAspNet(Buffer.from(text, 'base64')) ?? text
  const one = joined.find(({ name }) => text.startsWith(name))
  if (one !== undefined) {
    const bytes = Buffer.from(text.slice(one.name.length), one.encoding)
    const isWhole = bytes.length === one.saltBytes + JOINED_HASH_BYTES
    return isWhole ? ofPbkdf2(one.digest, one.rounds, bytes, one.saltBytes) : text
  }
  const [, salt16, key64] = /^([\da-f]{32}):([\da-f]{128})$/.exec(text) ?? []
  if (salt16 !== undefined && key64 !== undefined) {
    // better-auth and Lucia: the salt is the text of the digits, not the bytes that they stand for.
    return `$scrypt$ln=14,r=16,p=1$${base64(salt16)}$${base64(key64, 'hex')}`
  }
  if (text.startsWith('$f_scrypt$')) return ofFirebase(text, keyId)
  const [form = '', ...parts] = text.split('$')
  const [first = '', salt = '', ...rest] = parts
  const last = rest.at(-1)?.replaceAll('=', '') ?? ''
  switch (form) {
    // Django
    case 'argon2':
    case 'bcrypt':
      return `$${parts.filter((part, at) => at > 0 || part !== '').join('$')}`
    case 'bcrypt_sha256':
      return `$bcrypt-sha256${text.slice('bcrypt_sha256$'.length)}`
    case 'pbkdf2_sha1':
    case 'pbkdf2_sha256':
    case 'pbkdf2_sha512':
      return `$${form.replace('_', '-')}$i=${first}$${base64(salt)}$${last}`
    case 'scrypt':
      return `$scrypt$ln=${Math.log2(Number(first))},r=${rest[0]},p=${rest[1]}$${base64(salt)}$${last}`
    default:
      return ofWerkzeug(form.split(':'), first, salt) ?? ofScryptEncoder(parts) ?? text
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

// Adonis: bcrypt in usual base64, where bcrypt itself has two other signs, and before the letters.
function ofAdonisBcrypt(_text: string, cost: string, salt: string, hash: string): string {
  const spelled = `${salt}${hash}`.replaceAll(
    /[^]/g,
    (sign) => `./${LETTERS}`[`${LETTERS}+/`.indexOf(sign)] ?? '',
  )
  return `$2b$${cost}$${spelled}`
}

// Flask and others of Python: `pbkdf2:sha256:600000$salt$hex` and `scrypt:32768:8:1$salt$hex`.
function ofWerkzeug(
  [name, ...options]: readonly string[],
  salt: string,
  hash: string,
): string | undefined {
  const end = `${base64(salt)}$${base64(hash, 'hex')}`
  if (name === 'pbkdf2') return `$pbkdf2-${options[0]}$i=${options[1]}$${end}`
  const [n, r, p] = options
  return name === 'scrypt' ? `$scrypt$ln=${Math.log2(Number(n))},r=${r},p=${p}$${end}` : undefined
}

// Firebase, as SuperTokens writes it: `$f_scrypt$hash$salt$m=14$r=8$s=Bw==`.
function ofFirebase(text: string, keyId: string): string {
  const [, , hash, salt = '', m, r, separator = ''] = text.split('$')
  const bytes = Buffer.concat([salt, separator.slice('s='.length)].map(fromBase64))
  return `$firescrypt$${m?.replace('m', 'ln')},${r},k=${keyId}$${toBase64(bytes)}$${hash}`
}

// Spring and others: `$e0801$salt$hash` or `$s0$e0801$salt$hash`, whose digits are the cost.
function ofScryptEncoder(parts: readonly string[]): string | undefined {
  const [cost = '', salt = '', hash = ''] = parts[0] === 's0' ? parts.slice(1) : parts
  const [, logN, r, p] = /^([\da-f]{1,2})([\da-f]{2})([\da-f]{2})$/.exec(cost) ?? []
  if (logN === undefined || hash === '') return undefined
  const numbers = [logN, r, p].map((digits) => Number.parseInt(digits ?? '', 16))
  return `$scrypt$ln=${numbers[0]},r=${numbers[1]},p=${numbers[2]}$${salt}$${hash}`
}

// ASP.NET Identity: PBKDF2 in bytes, version 2 or 3.
function ofAspNet(bytes: Buffer): string | undefined {
  if (bytes[0] === 0) {
    return bytes.length === 49 ? ofPbkdf2('sha1', 1000, bytes.subarray(1), 16) : undefined
  }
  const digest = aspNetDigests[bytes.readUInt32BE(1)]
  if (bytes[0] !== 1 || digest === undefined) return undefined
  return ofPbkdf2(digest, bytes.readUInt32BE(5), bytes.subarray(13), bytes.readUInt32BE(9))
}

// Salt and hash, one behind the other.
function ofPbkdf2(digest: string, rounds: number, bytes: Buffer, saltBytes: number): string {
  const [salt, hash] = [bytes.subarray(0, saltBytes), bytes.subarray(saltBytes)]
  return `$pbkdf2-${digest}$i=${rounds}$${toBase64(salt)}$${toBase64(hash)}`
}
