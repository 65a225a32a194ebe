import { readFile } from 'node:fs/promises'
import { parseIdentity } from '@host/host'
import { CommandFailure } from '../command-failure.ts'
import { placeArgument } from './backup-context.ts'

/** The options that name a backup and open it. */
export const openingArguments = {
  from: placeArgument('Where the backup is, in place of HOST_BACKUP'),
  backup: { type: 'string', description: 'Its id; the newest one without it', valueHint: 'bak_…' },
  identity: {
    type: 'string',
    description: 'File of the private key of an encrypted backup, in place of HOST_BACKUP_IDENTITY',
    valueHint: 'FILE',
  },
} as const

/** Reads the private key of a file; undefined without a file. @throws CommandFailure */
export async function readIdentityFile(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined
  try {
    return parseIdentity(await readFile(file, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandFailure([`The private key in "${file}" can't be read: ${code ?? message}.`], 2)
  }
}
