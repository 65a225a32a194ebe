import {
  createLog,
  moveHost,
  MoveError,
  planMoveHost,
  readConfig,
  readEnvironment,
  undoMoveMark,
  type Moved,
  type MoveCommandOptions,
} from '@host/host'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'
import { pluginEntries } from '../plugin-entries.ts'
import { strictArguments } from '../strict-arguments.ts'

/** `host move`: moves a stopped instance into another database, of the same kind or of the other. */
export function moveCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'move', description: 'Move a stopped host between SQLite and PostgreSQL' },
    args: {
      to: {
        type: 'string',
        description: 'The empty database that the data goes to',
        valueHint: 'postgres://user@server/name or sqlite:PATH',
      },
      'dry-run': { type: 'boolean', description: 'Print tables, rows and problems, and change nothing' },
      'undo-mark': { type: 'boolean', description: 'Let the host serve a database again that was moved away' },
    },
    plugins: [strictArguments],
    async run({ args }) {
      if (args['undo-mark'] === true) return await undoMark(context)
      if (args.to === undefined) throw new CommandFailure(['Name the new database with --to.'], 2)
      await (args['dry-run'] === true ? tryMove : move)(context, args.to)
    },
  })
}

async function undoMark(context: CliContext): Promise<void> {
  const place = await untilStopped(() => undoMoveMark(configOf(context)))
  context.write('The mark is removed: the host serves this database again.')
  context.report(`Never start a host on ${place} too: both would send the same emails and run the same jobs.`)
}

async function tryMove(context: CliContext, to: string): Promise<void> {
  const { tables, notes, problems } = await untilStopped((signal) => planMoveHost(optionsOf(context, to, signal)))
  printTables(context, tables)
  for (const note of notes) context.report(note)
  if (problems.length > 0) throw new CommandFailure(problems)
  context.report('Nothing was changed. Run it again without --dry-run to move.')
}

async function move(context: CliContext, to: string): Promise<void> {
  const started = performance.now()
  const moved = await untilStopped((signal) => moveHost(optionsOf(context, to, signal)))
  const seconds = (performance.now() - started) / 1000
  printTables(context, moved.tables)
  for (const note of moved.notes) context.report(note)
  const speed = Math.round(rowsOf(moved.tables) / seconds)
  context.write(
    `Moved to ${moved.place} in ${seconds.toFixed(1)} s (${speed} rows a second). Both sides have equal rows.`,
  )
  for (const step of nextSteps(moved)) context.report(step)
}

/** Tables with rows, then the sum of all. */
function printTables({ write }: CliContext, tables: Moved['tables']): void {
  const filled = tables.filter(({ rows }) => rows > 0)
  const width = Math.max(0, ...filled.map(({ table }) => table.length))
  for (const { table, rows, digest } of filled) {
    write(`${table.padEnd(width)}  ${String(rows).padStart(10)}  ${digest.slice(0, 16)}`)
  }
  write(`${rowsOf(tables)} rows in ${filled.length} of ${tables.length} tables`)
}

function rowsOf(tables: Moved['tables']): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

function nextSteps({ outside: { blobs, keyFile } }: Moved): readonly string[] {
  const isKeyThere = keyFile === undefined || keyFile.path === keyFile.wanted
  return [
    'Set HOST_DATABASE_URL to the URL given with --to, then start the host.',
    keyFile === undefined
      ? 'Keep HOST_SECRET_KEY as it is: the data is encrypted with the same keys.'
      : isKeyThere
        ? `Keep the key file "${keyFile.path}" where it is.`
        : `Copy the key file "${keyFile.path}" to "${keyFile.wanted}".`,
    blobs.kind === 'database'
      ? 'Files of plugins are in the database and were moved with it.'
      : `Files of plugins stay in ${blobs.kind === 'folder' ? `"${blobs.path}"` : `the bucket "${blobs.bucket}"`}: keep HOST_BLOBS as it is.`,
    'The old database is unchanged, and a host refuses to serve it. Make a backup of the new one.',
  ]
}

function configOf({ assets, cwd, env, report }: CliContext) {
  return {
    config: readConfig(readEnvironment(cwd, env)),
    log: createLog({ level: 'warn', format: 'text', write: (line) => report(line.trimEnd()) }),
    threadCode: assets?.text,
  }
}

function optionsOf(context: CliContext, to: string, signal: AbortSignal): MoveCommandOptions {
  let last = ''
  const onCopied = (table: string): void => {
    if (table !== last) context.report(`Moving ${table}`)
    last = table
  }
  return { ...configOf(context), to, plugins: pluginEntries(context.edition, context.build), signal, onCopied }
}

/** Runs work that a signal ends, and makes its refusals the command's own. @throws CommandFailure */
async function untilStopped<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop)
  try {
    return await work(stopping.signal)
  } catch (error) {
    if (stopping.signal.aborted) throw new CommandFailure(['Stopped. Run the same command again to continue.'])
    throw error instanceof MoveError ? new CommandFailure([error.message]) : error
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop)
  }
}
