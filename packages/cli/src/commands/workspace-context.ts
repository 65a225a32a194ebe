import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  createLog,
  parseRecipient,
  readConfig,
  readEnvironment,
  readIdentity,
  TransferError,
  type FileOpener,
  type FileRecipient,
  type WorkspaceBackup,
  type WorkspaceCommandOptions,
} from '@host/host'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'
import { pluginEntries } from '../plugin-entries.ts'
import { placeArgument, readPlace, untilStopped } from './backup-context.ts'
import { readIdentityFile } from './opening-arguments.ts'

/** The longest passphrase, in bytes, so that a wrong file is not taken for one. */
const longestPassphrase = 1_024

const passphraseFile = {
  type: 'string',
  description: 'File with the passphrase on its first line',
  valueHint: 'FILE',
} as const

/** The options that seal a file. */
export const sealingArguments = {
  'passphrase-file': passphraseFile,
  recipient: {
    type: 'string',
    description: 'In place of a passphrase: the public key of "host backups key" that the file is for',
    valueHint: 'hostpub1_…',
  },
} as const

/** The options that open a file. */
export const openingFile = {
  'passphrase-file': passphraseFile,
  identity: {
    type: 'string',
    description: 'In place of a passphrase: file of the private key of "host backups key"',
    valueHint: 'FILE',
  },
} as const

/** The options that name a backup in place of the data of this moment. */
export const backupArguments = {
  'from-backup': placeArgument('Take the workspace from a backup in this place'),
  backup: { type: 'string', description: 'ID of the backup; the newest one without it', valueHint: 'bak_…' },
  identity: { type: 'string', description: 'File of the private key of an encrypted backup', valueHint: 'FILE' },
} as const

interface Sealing {
  readonly 'passphrase-file'?: string | undefined
  readonly recipient?: string | undefined
}

/** For whom a file is sealed. @throws CommandFailure unless one way is given */
export async function recipientOf({ cwd }: CliContext, given: Sealing): Promise<FileRecipient> {
  const { 'passphrase-file': file, recipient } = given
  if ((file === undefined) === (recipient === undefined)) {
    throw new CommandFailure(
      ['Seal the file with --passphrase-file or with --recipient. It has the secrets of the workspace.'],
      2,
    )
  }
  if (file !== undefined) return { kind: 'passphrase', passphrase: await readPassphrase(resolve(cwd, file)) }
  try {
    return { kind: 'recipient', recipient: parseRecipient(recipient ?? '') }
  } catch (error) {
    throw new CommandFailure([`--recipient: ${error instanceof Error ? error.message : String(error)}.`], 2)
  }
}

interface Opening {
  readonly 'passphrase-file'?: string | undefined
  readonly identity?: string | undefined
}

/** Reads what opens a file. @throws CommandFailure */
export async function openerOf(
  { cwd }: CliContext,
  { 'passphrase-file': file, identity }: Opening,
): Promise<FileOpener> {
  const key = await readIdentityFile(identity)
  return {
    passphrase: file === undefined ? undefined : await readPassphrase(resolve(cwd, file)),
    identity: key === undefined ? undefined : await readIdentity(key),
  }
}

interface FromBackup {
  readonly 'from-backup'?: string | undefined
  readonly backup?: string | undefined
  readonly identity?: string | undefined
}

/** The backup that is named; undefined for none. @throws CommandFailure */
export async function backupOf(given: FromBackup): Promise<WorkspaceBackup | undefined> {
  const { 'from-backup': place, backup, identity } = given
  if (place === undefined && backup === undefined) return undefined
  return {
    place: place === undefined ? undefined : readPlace(place),
    backup: backup === undefined ? 'newest' : { id: backup },
    identity: await readIdentityFile(identity),
  }
}

async function readPassphrase(path: string): Promise<string> {
  try {
    const bytes = await readFile(path)
    const [line = ''] = bytes.subarray(0, longestPassphrase).toString('utf8').split(/\r?\n/)
    return line
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandFailure([`The passphrase in "${path}" can't be read: ${code ?? message}.`], 2)
  }
}

/** Runs a command on workspaces. @throws CommandFailure with its refusals */
export async function workspaceContext<Result>(
  { assets, build, cwd, edition, env, report }: CliContext,
  command: string,
  work: (given: WorkspaceCommandOptions) => Promise<Result>,
): Promise<Result> {
  const plugins = build.plugins.map(({ name, version }) => ({ name, version }))
  return await untilStopped(async (signal) => {
    const given = {
      config: readConfig(readEnvironment(cwd, env)),
      log: createLog({ level: 'warn', format: 'text', write: (line) => report(line.trimEnd()) }),
      threadCode: assets?.text,
      command: `host workspace ${command}`,
      clock: Date.now,
      plugins: pluginEntries(edition, build),
      build: { version: build.version, plugins },
      signal,
    }
    try {
      return await work(given)
    } catch (error) {
      throw error instanceof TransferError ? new CommandFailure(error.problems) : error
    }
  }, 'Stopped; nothing was changed.')
}
