import type { CliContext } from './cli-context.ts'
import type { Edition } from './edition.ts'
import { openAssets } from './embedded/assets.ts'
import type { FileArchive } from './embedded/file-archive.ts'
import { mapStacks } from './embedded/mapped-stacks.ts'
import { moduleKeys } from './embedded/module-keys.ts'
import { readBuild } from './embedded/read-build.ts'
import { runCli } from './run-cli.ts'
import { userArguments } from './user-arguments.ts'

/**
 * Runs the product as this process: `apps/server` calls it with its list of plugins. It ends the process, since a
 * plugin's forgotten timer would otherwise keep it alive after a stop.
 * @param archive the files of the executable, which a checkout has not
 */
export async function runExecutable(
  edition: Edition,
  archive?: FileArchive,
  { isUnwatched = false }: Pick<CliContext, 'isUnwatched'> = {},
): Promise<never> {
  const assets = archive && openAssets(archive)
  if (archive !== undefined) mapStacks((script) => readMap(archive, script))
  const context = {
    edition,
    assets,
    build: readBuild(assets),
    cwd: process.cwd(),
    env: process.env,
    isUnwatched,
    write: (line: string) => void process.stdout.write(`${line}\n`),
    report: (line: string) => void process.stderr.write(`${line}\n`),
  }
  const exitCode = await runCli(context, userArguments(process.argv, process.execPath))
  const [lost] = await Promise.all([drained(process.stdout), drained(process.stderr)])
  if (lost !== undefined) context.report(`The output could not be written (${lost}).`)
  process.exit(exitCode === 0 && lost !== undefined ? 1 : exitCode)
}

function readMap({ has, view }: FileArchive, script: string): Uint8Array | undefined {
  const { map } = moduleKeys(script)
  return has(map) ? view(map) : undefined
}

/**
 * Waits until the output has reached its reader: a pipe takes some of it at once, and the end of the process drops the
 * rest.
 * @returns why it has not; a reader that has left, such as `head`, has read all that it wants
 */
async function drained(stream: NodeJS.WriteStream): Promise<string | undefined> {
  stream.once('error', () => undefined)
  const error = await new Promise<Error | null | undefined>((resolve) => void stream.write('', resolve))
  const fault = stream.errored ?? error
  if (fault === null || fault === undefined) return undefined
  const { code = fault.message } = fault as NodeJS.ErrnoException
  return code === 'EPIPE' ? undefined : code
}
