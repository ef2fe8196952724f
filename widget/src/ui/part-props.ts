/** Class and part name of an element, without variants that are false; embedding pages style the part. */
export function partProps(
  name: string,
  ...variants: (string | false | undefined)[]
): { className: string; 'data-part': string } {
  const className = [name, ...variants].flatMap((word) => (word ? `pl-${word}` : [])).join(' ')
  return { className, 'data-part': name }
}
