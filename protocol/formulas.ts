/**
 * Returns the text of a cell for a spreadsheet, with an apostrophe before what it could run as a
 * formula: at the start, and after whatever separates cells or lines in some countries.
 */
export function withoutFormulas(cell: string): string {
  return cell.replaceAll(/(^|[;|\t\r\n])(?=[\s"]*[=+\-@＝＋－＠﹦﹢﹣﹫\t\r])/g, "$1'")
}
