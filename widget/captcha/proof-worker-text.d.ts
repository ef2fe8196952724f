declare module 'virtual:proof-worker' {
  /** The built `proof-worker.ts`. */
  const text: string
  export default text
}
