import type { CliContext } from '../../cli-context.ts'
import { runCli } from '../../run-cli.ts'

/** How a command ended, with its output and reports. */
export interface TypedCommand {
  readonly code: number
  readonly written: string
  readonly reported: string
}

/** Types a command as in a terminal, into an executable without a plugin unless `context` says otherwise. */
export async function typeCommand(
  typed: readonly string[],
  context: Pick<CliContext, 'cwd' | 'env'> & Partial<CliContext>,
): Promise<TypedCommand> {
  const [written, reported]: [string[], string[]] = [[], []]
  const code = await runCli(
    {
      edition: { inTree: [], outOfTree: [] },
      assets: undefined,
      build: { version: '1.0.0', node: process.version, digest: 'sha256:00', plugins: [] },
      write: (line) => void written.push(line),
      report: (line) => void reported.push(line),
      ...context,
    },
    typed,
  )
  return { code, written: written.join('\n'), reported: reported.join('\n') }
}
