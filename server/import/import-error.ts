/** Error when files cannot be imported; the message says in one sentence what to do. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}
