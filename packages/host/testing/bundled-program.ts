import { join } from 'node:path'

/** The bundler is part of the CLI, which no module of the host imports. */
const bundler = join(import.meta.dirname, '../../cli/src/build/testing/bundled-program.ts')

/** A script of a process with all its modules in one file, made once in a run of several suites. @returns its path */
export async function bundledProgram(script: string): Promise<string> {
  const module = (await import(bundler)) as { bundledProgram(script: string): Promise<string> }
  return await module.bundledProgram(script)
}
