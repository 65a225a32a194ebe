/** The commands of the executable. Composing has an entry of its own, which the executable does not carry. */
export type { Edition } from './edition.ts'
export { runExecutable } from './run-executable.ts'
