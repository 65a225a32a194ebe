/** The files of a backup, besides its chunks. `docs/backup-format.md` describes them for other programs. */
import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import * as z from 'zod'
import { BackupError } from './backup-error.ts'

/** The version of the format that this host writes; it reads this one and earlier ones. */
export const backupFormat = 1

/** Made on first use: a host that makes no backup pays nothing for them. */
function makeSchemas() {
  const name = z.string().regex(/^[a-z0-9_]{1,64}$/)
  const chunk = z.string().regex(/^[0-9a-f]{40}$/)
  const digest = z.string().regex(/^[0-9a-f]{64}$/)
  const count = z.int().nonnegative()
  /** Bytes in their order, as chunks. */
  const stream = z.object({
    name: z.string().max(200),
    /** Columns of a table in their order; empty for a file. */
    columns: z.array(z.string().max(200)).max(2_000),
    bytes: count,
    /** Of all bytes. */
    sha256: digest,
    chunks: z.array(chunk),
  })
  /** What is in a backup. Only the holder of the private key reads it, where there is one. */
  const body = z.object({
    /** The file of SQLite, or each table of PostgreSQL. */
    streams: z.array(stream).max(100_000),
    /** A line of JSON for each content outside of the database. */
    blobs: stream,
    /** Rows by table. */
    rows: z.record(z.string(), count),
    /** The PostgreSQL schema of the tables; empty for SQLite. */
    schema: z.string().max(63),
    /** Statements that make the tables of PostgreSQL, before and after their rows; empty for SQLite. */
    before: z.array(z.string()),
    after: z.array(z.string()),
  })
  /** Facts that are no secret: they list backups, and let the host that can't read them remove old ones. */
  const head = z.object({
    format: z.int().positive(),
    id: name,
    /** The id of the instance's keyring, which names its key file. */
    instance: name,
    /** The root key that the database needs and that proves this file, by its fingerprint. */
    root: name,
    /** ISO 8601: the moment of its rows. */
    at: z.iso.datetime(),
    database: z.enum(['sqlite', 'postgres']),
    /** The version of the host that made it. */
    version: z.string().max(64),
    /** The position of the newest migration entry of its database. */
    migrated: count,
    plugins: z.array(z.object({ name: z.string().max(64), version: z.string().max(64) })).max(10_000),
    /** Bytes of everything in it before compression, and of the chunks that it added as they are stored. */
    bytes: count,
    added: count,
    /** Milliseconds that it took. */
    took: count,
    /** The public key that it is sealed for; null for one that is not encrypted. */
    recipient: z.string().max(64).nullable(),
    /** The chunks of its body. */
    body: z.array(chunk).min(1).max(1_000),
  })
  /** The file: the text of the head, and its proof. */
  const file = z.object({ head: z.string().max(4_000_000), mac: digest })
  const ofNewer = z.object({ format: z.int().min(backupFormat + 1) })
  return { stream, body, head, file, ofNewer }
}

type Schemas = ReturnType<typeof makeSchemas>

let made: Schemas | undefined
const schemas = (): Schemas => (made ??= makeSchemas())

export type StoredStream = z.infer<Schemas['stream']>
export type BackupBody = z.infer<Schemas['body']>
export type BackupHead = z.infer<Schemas['head']>

/** The text of `backups/<id>.json`: the head, and the proof that a holder of the root key wrote it. */
export function writeHead(head: BackupHead, key: KeyObject): Uint8Array {
  const text = JSON.stringify(head)
  return new TextEncoder().encode(`${JSON.stringify({ head: text, mac: macOf(text, key) })}\n`)
}

/** A head as it was read, not yet proved. */
export interface ReadHead {
  readonly head: BackupHead
  /** @param key the key of `head.root` @throws BackupError when another key, or no key, wrote it */
  prove(key: KeyObject): void
}

/** @param id of the backup @throws BackupError for a file of a newer format, or one that was altered */
export function readHead(id: string, bytes: Uint8Array): ReadHead {
  const file = schemas().file.safeParse(jsonOf(bytes)).data
  const parsed = jsonOf(file?.head)
  const newer = schemas().ofNewer.safeParse(parsed).data
  if (newer !== undefined) {
    throw new BackupError('newer_format', { id, format: newer.format })
  }
  const head = schemas().head.safeParse(parsed).data
  if (file === undefined || head?.id !== id) throw altered(id)
  return {
    head,
    prove(key) {
      if (!timingSafeEqual(Buffer.from(macOf(file.head, key), 'hex'), Buffer.from(file.mac, 'hex'))) throw altered(id)
    },
  }
}

/** Reads the body of a backup. @throws BackupError for bytes of another form */
export function readBody(id: string, bytes: Uint8Array): BackupBody {
  const body = schemas().body.safeParse(jsonOf(bytes)).data
  if (body === undefined) throw altered(id)
  return body
}

function altered(id: string): BackupError {
  return new BackupError('altered', { id })
}

function macOf(text: string, key: KeyObject): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

function jsonOf(content: Uint8Array | string | undefined): unknown {
  try {
    return JSON.parse(typeof content === 'string' ? content : new TextDecoder().decode(content))
  } catch {
    return undefined
  }
}
