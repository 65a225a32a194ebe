import * as z from 'zod/mini'
import * as platform from '@host/platform-api/set-up-restore'
import { nothing } from '@host/plugin/wire'
import { SetUpToken, withSchemas } from './schemas.ts'

const RestorableBackup = z.object({
  id: z.string(),
  at: z.string().check(z.describe('The moment of its data.')),
  version: z.string().check(z.describe('The version of the host that made it.')),
  bytes: z.number().check(z.describe('Size before compression.')),
  isEncrypted: z.boolean().check(z.describe('Whether it opens only with its private key.')),
  isSameDatabase: z.boolean().check(z.describe('Whether the instance has a database of the same kind.')),
})

export const readRestoreChoices = withSchemas(platform.readRestoreChoices, {
  input: z.strictObject({ token: SetUpToken }),
  output: z.object({
    place: z.nullable(z.string()).check(z.describe('Folder or bucket; null without `HOST_BACKUP`.')),
    backups: z.array(RestorableBackup),
    hasKey: z.boolean().check(z.describe('Whether `HOST_BACKUP_IDENTITY` is set.')),
    failure: z.nullable(z.string()).check(z.describe('Reason why the last restore failed.')),
  }),
})

/** A key file has its key behind lines of comments. */
const PrivateKey = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(2_000))
  .check(
    z.meta({ description: 'Private key of an encrypted backup, as "host backups key" wrote it.', writeOnly: true }),
  )

export const restoreInstance = withSchemas(platform.restoreInstance, {
  input: z.strictObject({
    token: SetUpToken,
    id: z.string().check(z.maxLength(64), z.regex(/^[a-z0-9_]+$/)),
    identity: z.optional(PrivateKey),
  }),
  output: nothing,
})
