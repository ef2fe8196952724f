import type { SecondPass, SecondVerification, TwoStepMethod } from '../client/index.ts'

/** Proof by a linked account, in a window of the provider. */
export interface LinkedAccountMethod {
  way: 'provider'
  /** Name of the provider. */
  title: string
  /** Name of the person there. */
  sentTo: string
  href: string
}

/** A method for a step-up. */
export type StepUpMethod =
  /** `wasRefused` tells that the last mail to it was. */
  (TwoStepMethod & { wasRefused?: boolean }) | LinkedAccountMethod

/** A two-step verification that waits for the person. */
export interface TwoStepRequest {
  wanted: Omit<SecondVerification, 'ways'> & { ways: readonly StepUpMethod[] }
  /** Operation of a step-up, which returns a ticket. */
  scene?: string
  /** `secondVerifyWebOptions` of the page. */
  options: Readonly<Record<string, unknown>>
  pass(references: SecondPass, ticket: string): void
  close(): void
  /** Its screen could not be loaded; repeating the call would ask for the same code again. */
  fail(cause: unknown): void
}
