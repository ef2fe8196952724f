import { expect, test } from 'vitest'
import { sendRandomInputs, everySecondEndpoint } from '../../support/fuzz-inputs.ts'

test.each(everySecondEndpoint(1))(
  'answers random input to %s with the envelope',
  async (_, endpoint) => {
    expect(await sendRandomInputs(endpoint)).toEqual([])
  },
)
