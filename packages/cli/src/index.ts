/** The commands of the executable. Composing has an entry of its own, which the executable does not carry. */
export type { Edition, InTreePlugin } from './edition.ts'
export type { FileArchive } from './embedded/file-archive.ts'
export { reportTrial } from './report-trial.ts'
export { runExecutable } from './run-executable.ts'
export { isCore } from './compose/read-without.ts'
