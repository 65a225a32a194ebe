/** Reading a plugin without running any of it, as composing does, for those who check plugins before that. */
export { findConnections } from './check-dependencies.ts'
export { serverProblems, webProblems } from './check-plugins.ts'
export type { Ours } from './check-plugins.ts'
export type { Finding, ModuleFacts } from './module-facts.ts'
export { packageFile } from './package-entry.ts'
export { readHalf } from './read-half.ts'
export type { Half } from './read-half.ts'
export { reachModules } from './reach-modules.ts'
