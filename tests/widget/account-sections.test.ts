import { afterEach, expect, test, vi } from 'vitest'
import { refusedSections, shownPages } from '../../widget/src/account/flows/sections.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const refusedOn = (origin: string, aid: number, server: string): string[] => {
  vi.stubGlobal('self', { origin })
  return Object.keys(refusedSections({ aid, server }))
}

test('leaves out what the account server refuses to the page', () => {
  const server = 'https://id.example.com'
  expect(refusedOn(server, 1001, '')).toEqual([])
  expect(refusedOn('https://shop.example.com', 1002, server)).toEqual(['export'])
  expect(refusedOn('https://shop.example', 1002, server)).toEqual(['linked-accounts', 'export'])
})

test('leaves out a page without any section', () => {
  const pages = shownPages('export, names', { export: 'refused' })
  expect(pages).toEqual([{ name: 'profile', sections: ['names'] }])
})
