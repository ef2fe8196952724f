import { expect, test } from 'vitest'
import { withoutFormulas } from '../../protocol/formulas.ts'
import { writeCells } from '../../widget/src/enterprise/flows/read-rows.ts'

const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '\t=', '\r=', ' =', '"=']
const separators = [';', '\t', '|', '\n', '\r\n']

test('a spreadsheet runs no cell, however its country separates them', () => {
  for (const start of starts) {
    expect(withoutFormulas(`${start}1+1`)).toBe(`'${start}1+1`)
    for (const separator of separators) {
      const cell = withoutFormulas(`a${separator}${start}1+1`)
      for (const part of cell.split(/[;|\t\n\r]+/).filter((one) => one.trim() !== '')) {
        expect(part, JSON.stringify(cell)).not.toMatch(/^[\s"]*[=+\-@＝＋－＠﹦]/)
      }
    }
  }
})

test('leaves what is no formula as it is', () => {
  for (const cell of [
    'Ann Lee',
    'a; b',
    '2026-11-27',
    'ann+1@example.com',
    '{"a":["b","-c"]}',
    '',
  ]) {
    expect(withoutFormulas(cell)).toBe(cell)
  }
})

test('the result of a list has no formula either', () => {
  expect(writeCells([['a;=1+1', '＝1', 'Ann']])).toBe(`"a;'=1+1","'＝1","Ann"`)
})
