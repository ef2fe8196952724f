import { z } from 'astro/zod'
import { didYouMean } from './near.ts'

/** What is wrong at one place of the fields. */
export interface DescribedIssue {
  path: readonly PropertyKey[]
  message: string
}

/** Says in a sentence what a schema refuses; a field that it does not know gets its likely name. */
export function describeIssue(issue: z.core.$ZodIssue, schema: z.ZodType): DescribedIssue[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: issue.message }]
  const known =
    issue.path.length === 0 && schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return issue.keys.map((key) => ({
    path: [...issue.path, key],
    message: `is not a field we know: ${didYouMean(key, known, 'correct its name or remove the line')}`,
  }))
}
