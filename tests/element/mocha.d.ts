// The part of Mocha's globals that these tests use.
declare function suite(name: string, body: () => void): void
declare function test(
  name: string,
  body: () => void | Promise<void>,
): { timeout(ms: number): void; retries(times: number): void }
declare function setup(body: () => void): void
declare function teardown(body: () => void): void
