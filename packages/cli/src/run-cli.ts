import { stripVTControlCharacters } from 'node:util'
import { BootError } from '@host/host'
import { defineCommand, renderUsage, runCommand, type CommandDef, type SubCommandsDef } from 'citty'
import type { CliContext } from './cli-context.ts'
import { CommandFailure } from './command-failure.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand } from './commands/backup.ts'
import { backupsCommand } from './commands/backups.ts'
import { composeCommand } from './commands/compose.ts'
import { configCommand } from './commands/config.ts'
import { dataCommand } from './commands/data.ts'
import { devCommand } from './commands/dev.ts'
import { healthCommand } from './commands/health.ts'
import { keysCommand } from './commands/keys.ts'
import { mcpCommand } from './commands/mcp.ts'
import { migrateCommand } from './commands/migrate.ts'
import { moveCommand } from './commands/move.ts'
import { openApiCommand } from './commands/openapi.ts'
import { pluginCommand } from './commands/plugin.ts'
import { restoreCommand } from './commands/restore.ts'
import { serveCommand } from './commands/serve.ts'
import { upgradeCommand } from './commands/upgrade.ts'
import { userCommand } from './commands/user.ts'
import { versionCommand } from './commands/version.ts'
import { workspaceCommand } from './commands/workspace.ts'
import { subCommands } from './sub-commands.ts'

const asksForVersion = new Set(['--version', '-v', '-V'])

/**
 * Runs the typed command; `host` alone serves.
 * @param typed the words after the command's own name
 * @returns the exit code: 0 done, 1 failed, 2 invalid usage
 */
export async function runCli(context: CliContext, typed: readonly string[]): Promise<number> {
  const host = hostCommand(context)
  try {
    if (asksForHelp(typed)) context.write(await usage(host, typed))
    else if (typed.length === 1 && asksForVersion.has(typed[0] ?? '')) context.write(context.build.version)
    else await runCommand(host, { rawArgs: [...typed] })
    return 0
  } catch (error) {
    const failure = error instanceof CommandFailure ? error : explain(error, host, typed)
    for (const problem of failure.problems) context.report(problem)
    return failure.exitCode
  }
}

/** Every command of the executable, below `host`. */
export function hostCommand(context: CliContext): CommandDef {
  return defineCommand({
    meta: {
      name: 'host',
      version: context.build.version,
      description: 'A multi-tenant workspace application made of plugins',
    },
    default: 'serve',
    subCommands: subCommands({
      serve: serveCommand(context),
      version: versionCommand(context),
      health: healthCommand(context),
      config: configCommand(context),
      migrate: migrateCommand(context),
      backup: backupCommand(context),
      backups: backupsCommand(context),
      restore: restoreCommand(context),
      move: moveCommand(context),
      upgrade: upgradeCommand(context),
      data: dataCommand(context),
      keys: keysCommand(context),
      audit: auditCommand(context),
      user: userCommand(context),
      workspace: workspaceCommand(context),
      mcp: mcpCommand(context),
      openapi: openApiCommand(context),
      plugin: pluginCommand(context),
      compose: composeCommand(context),
      dev: devCommand(context),
    }),
  })
}

function asksForHelp(typed: readonly string[]): boolean {
  return typed[0] === 'help' || typed.includes('--help') || typed.includes('-h')
}

async function usage(host: CommandDef, typed: readonly string[]): Promise<string> {
  const words = wordsOf(typed[0] === 'help' ? typed.slice(1) : typed)
  const { command, path, rest } = follow(host, words)
  if (command.subCommands !== undefined && rest.length > 0) throw unknownCommand(host, words)
  const parent = path.length === 0 ? undefined : { meta: { name: ['host', ...path.slice(0, -1)].join(' ') } }
  const text = await renderUsage(command, parent)
  return process.stdout.isTTY ? text : stripVTControlCharacters(text)
}

/** The command for given words, with the used and the remaining words. */
function follow(host: CommandDef, words: readonly string[]) {
  let command = host
  const path: string[] = []
  for (const word of words) {
    const next = (command.subCommands as SubCommandsDef | undefined)?.[word] as CommandDef | undefined
    if (next === undefined) break
    command = next
    path.push(word)
  }
  return { command, path, rest: words.slice(path.length) }
}

function wordsOf(typed: readonly string[]): readonly string[] {
  return typed.filter((each) => !each.startsWith('-'))
}

function unknownCommand(host: CommandDef, words: readonly string[]): CommandFailure {
  const place = ['host', ...follow(host, words).path].join(' ')
  return new CommandFailure([`"${words.join(' ')}" is not a command. Run ${place} --help to list the commands.`], 2)
}

// A start that was refused says why; the parser's own errors carry a code; anything else is a mistake of ours and keeps its stack.
function explain(error: unknown, host: CommandDef, typed: readonly string[]): CommandFailure {
  if (error instanceof BootError) return new CommandFailure(error.problems)
  const { code } = error as { code?: unknown }
  const words = wordsOf(typed)
  const word = words.join(' ')
  if (code === 'E_UNKNOWN_COMMAND') return unknownCommand(host, words)
  if (code === 'E_NO_COMMAND') {
    return new CommandFailure([`"${word}" needs a subcommand. Run host ${word} --help to list them.`], 2)
  }
  if (code === 'EARG') {
    return new CommandFailure([`"${word}" needs another argument. Run host ${word} --help for usage.`], 2)
  }
  throw error
}
