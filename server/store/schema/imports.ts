/** A run that brings accounts of another product here, as a row of `imports`. */
export interface Import {
  id: string
  source: string
  /** SHA-256 of the files, hex. */
  fileDigest: string
  /** JSON. */
  options: string
  /** Key that its password hashes need, encrypted; empty for none. */
  secret: string
  /** One that was stopped stays `running`. */
  state: 'running' | 'done'
  read: number
  created: number
  /** Rows that made no account. */
  skipped: number
  startedAt: number
  /** 0 until it is done. */
  finishedAt: number
}

/** Id that an account has elsewhere. */
export interface ImportedAccount {
  source: string
  externalId: string
  accountId: string
}

/** Tables of imports. */
export interface ImportTables {
  imports: Import
  importedAccounts: ImportedAccount
}
