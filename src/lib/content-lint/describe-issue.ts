import { z } from 'astro/zod'
import { didYouMean } from './did-you-mean.ts'
import { messages } from './messages.ts'

/** A schema issue in words. */
export interface DescribedIssue {
  path: readonly PropertyKey[]
  message: string
}

/** Describes a schema issue in a sentence; suggests a name for an unknown field. */
export function describeIssue(issue: z.core.$ZodIssue, schema: z.ZodType): DescribedIssue[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: issue.message }]
  const known =
    issue.path.length === 0 && schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return issue.keys.map((key) => ({
    path: [...issue.path, key],
    message: messages.unknownField(didYouMean(key, known, 'correct its name or remove the line')),
  }))
}
