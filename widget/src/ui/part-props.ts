/** Class and part name of an element; embedding pages style the part. */
export function partProps(
  name: string,
  ...variants: string[]
): { className: string; 'data-part': string } {
  const className = [name, ...variants].map((word) => `pl-${word}`).join(' ')
  return { className, 'data-part': name }
}
