/** A password hash of another product, read from its text. */
export interface ForeignHash {
  /** What decides its time, such as `r=8,p=1`; the same for all people of one product. */
  cost: string
  isTooCostly: boolean
  matches(password: string, helpers: HashHelpers): Promise<boolean>
}

/** What hashes of some forms need besides the password. */
export interface HashHelpers {
  /** Computes a hash of many small steps where it does not block the server. */
  crypt(job: CryptJob): Promise<string>
  /** Returns the signer key of an import; undefined if it is lost. */
  signerKeyOf(importId: string): Promise<Buffer | undefined>
}

/** A password to hash by a form that Node has no function for. */
export interface CryptJob {
  by: 'phpass' | 'sha-crypt'
  /** Text of the hash up to its salt, including it. */
  setting: string
  password: string
}

/** A kind of hash; one file each. */
export interface ForeignForm {
  /** Returns undefined for texts of other forms, and for those that are damaged. */
  read(text: string): ForeignHash | undefined
  /** Returns a hash of the cost that no password matches. */
  dummy(cost: string): string
  /** Returns whether another password has the same hash, because the form leaves something out. */
  isAmbiguous?(password: string): boolean
}
