/** A real host for plugins' tests. */
export { createTestHost } from './create-test-host.ts'
export type { TestHostOptions } from './create-test-host.ts'
export { TestCallError } from './test-call-error.ts'
export type { CallArguments, TestClient, TestRequest } from './test-client.ts'
export type { TestClock } from './test-clock.ts'
export type { TestHost } from './test-host.ts'
export type { LogLine } from './test-log.ts'
export type { Person, SignedInPerson } from './test-people.ts'
