import { expect, test } from 'vitest'
import { faultsOf, half } from '../support/any-input.ts'

test.each(half(1))('answers whatever is sent to %s in the envelope', async (_, endpoint) => {
  expect(await faultsOf(endpoint)).toEqual([])
})
