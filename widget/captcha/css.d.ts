/** A style sheet is imported as its minified text; the build provides it. */
declare module '*.css' {
  const text: string
  export default text
}
