import { readSurface, type PluginSurface } from '@host/host'
import { CommandFailure } from '../command-failure.ts'

/** The largest output of a program that describes plugins, in characters. */
export const mostSurfaceText = 64 * 1024 * 1024

/**
 * The surfaces in the last line of a program's output: what plugins print while they are loaded comes before.
 * @param source the program or plugin, for a refusal
 * @throws CommandFailure for an output of another form
 */
export function printedSurfaces(output: string, source: string): readonly PluginSurface[] {
  const line = output.trimEnd().split('\n').at(-1) ?? ''
  try {
    const printed: unknown = JSON.parse(line)
    return (Array.isArray(printed) ? (printed as unknown[]) : [printed]).map(readSurface)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new CommandFailure([`"${source}" does not describe its plugins. Use one that knows host plugin diff.`])
  }
}
