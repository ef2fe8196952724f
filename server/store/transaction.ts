/** Runs work in one transaction, with the services bound to it. The work may run more than once. */
export type Transaction<Services> = <Result>(
  work: (tx: Services) => Promise<Result>,
) => Promise<Result>
