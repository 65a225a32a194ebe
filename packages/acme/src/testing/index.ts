/** A real authority and servers for its challenges, for the tests of other packages. */
export { ChallengeServers } from './challenge-servers.ts'
export { missingPebble, Pebble } from './pebble.ts'
export type { PebbleOptions } from './pebble.ts'
export { scriptedTransport } from './scripted-transport.ts'
export type { ScriptedAnswer, SeenRequest } from './scripted-transport.ts'
export { TestNames } from './test-names.ts'
export { trustingTransport } from './trusting-transport.ts'
