import type { Secrets } from '../config/secrets.ts'
import { sealSignerKey } from '../passwords/foreign/signer-key.ts'
import type { ImportRepository } from '../store/import-repository.ts'

/** Imports, and which accounts came by them. */
export interface Imports extends ImportRepository {
  /** Returns a new id of an account, an event or an import; they grow. */
  makeId(): string
  /** Encrypts the key that password hashes of a run need. */
  sealKey(id: string, key: Buffer): string
}

export function createImports(
  repository: ImportRepository,
  secrets: Secrets,
  makeId: () => string,
): Imports {
  return { ...repository, makeId, sealKey: (id, key) => sealSignerKey(secrets, id, key) }
}
