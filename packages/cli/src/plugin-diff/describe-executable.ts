import type { PluginSurface } from '@host/host'
import { CommandFailure } from '../command-failure.ts'
import { runCandidate, type CandidateOptions } from '../upgrade/candidate.ts'
import { mostSurfaceText, printedSurfaces } from './printed-surfaces.ts'

/** The plugins of an executable. @throws CommandFailure for one that can't describe them, such as an older one */
export async function describeExecutable(candidate: CandidateOptions): Promise<readonly PluginSurface[]> {
  const { code, output, errors } = await runCandidate({ ...candidate, mostOutput: mostSurfaceText }, [
    'plugin',
    'surface',
  ])
  if (code === 0) return printedSurfaces(output, candidate.path)
  const lines = errors.trimEnd().split('\n').slice(-4)
  throw new CommandFailure([`"${candidate.path}" can't describe its plugins:`, ...lines.map((line) => `  ${line}`)])
}
