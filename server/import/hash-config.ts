import { ImportError } from './import-error.ts'

const SIGNER_KEY_BYTES = 64

/** Reads the key of a Firebase project from the text of `--hash-config`. @throws ImportError */
export function readSignerKey(config: string): Buffer {
  const key = Buffer.from(hashParameter(config, 'base64_signer_key'), 'base64')
  const isWhole =
    key.length === SIGNER_KEY_BYTES && hashParameter(config, 'base64_salt_separator') !== ''
  const hasCosts = ['mem_cost', 'rounds'].every((name) => Number(hashParameter(config, name)) > 0)
  if (isWhole && hasCosts) return key
  throw new ImportError(
    'The file of --hash-config needs base64_signer_key, base64_salt_separator, rounds and mem_cost, as the console shows them.',
  )
}

/** Returns a hash parameter as the console of Firebase shows it; empty without it. */
export function hashParameter(config: string, name: string): string {
  return new RegExp(String.raw`\b${name}["']?\s*[:=]\s*["']?([\w+/=-]+)`).exec(config)?.[1] ?? ''
}
