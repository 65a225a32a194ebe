/**
 * The rows of all processes in a table of the database, on a connection of its own. A write notifies the processes it
 * concerns by `NOTIFY`; a lost notification costs no more than the time to the next heartbeat.
 *
 * Nothing here needs to survive the server, so no heartbeat waits for its disk. A server that has forgotten some of
 * them, or another one that took its place, lacks the latest heartbeats: their writers join again.
 */
import pg from 'pg'
import type { Medium, OnWake, PeerRow, Wakes } from './medium.ts'

const channel = 'host_peers'
/** Longest wait for a connection and for each answer, in milliseconds. */
const answerLimit = 1_000
/** A notification carries less than 8,000 bytes. */
const longestPayload = 7_900

const joinSql = `
  with former as (delete from host_peers where id = $6)
  insert into host_peers (id, beat, said, news, heard) values ($1, $2, $3, $4, $5)`
const rowsSql = 'select id, beat, said, news, heard from host_peers'
const beatSql = `
  with mine as (
    update host_peers set beat = $2, said = $3, news = $4, heard = $5 where id = $1 and beat = $2 - 1 returning id
  ), told as (
    select pg_notify('${channel}', $6) from mine where $6 <> ''
  )
  select id, beat, said, news, heard, (select count(*)::int from mine) as mine, (select count(*) from told) as told,
    set_config('synchronous_commit', 'off', true) as durability
  from host_peers`
const removeSql = `
  delete from host_peers using unnest($1::text[], $2::bigint[]) as silent (id, beat)
  where host_peers.id = silent.id and host_peers.beat = silent.beat`

/** A row as it is read; numbers of 64 bits come as texts. */
interface StoredRow extends Omit<PeerRow, 'beat' | 'said'> {
  readonly beat: string
  readonly said: string
  readonly mine?: number
}

/** Connects to the table. @throws the connection error */
export async function openPostgresMedium(url: string, onWake: OnWake): Promise<Medium> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerLimit,
    query_timeout: answerLimit,
    statement_timeout: answerLimit,
    keepAlive: true,
  })
  // A connection that breaks while it is idle is found broken by the next beat.
  client.on('error', () => undefined)
  client.on('notification', ({ payload = '' }) => onWake(readTold(payload)))
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (error) {
    close(client)
    throw error
  }
  return new PostgresMedium(client)
}

class PostgresMedium implements Medium {
  readonly #client: pg.Client

  constructor(client: pg.Client) {
    this.#client = client
  }

  async join(row: PeerRow, former: string | undefined): Promise<readonly PeerRow[]> {
    await this.#client.query(joinSql, [...valuesOf(row), former ?? ''])
    const { rows } = await this.#client.query<StoredRow>(rowsSql)
    return rows.map(readRow)
  }

  async beat(row: PeerRow, wakes: Wakes): Promise<readonly PeerRow[] | undefined> {
    const { rows } = await this.#client.query<StoredRow>(beatSql, [...valuesOf(row), writeTold(row, wakes)])
    return rows[0]?.mine === 1 ? rows.map(readRow) : undefined
  }

  async remove(rows: readonly PeerRow[]): Promise<void> {
    await this.#client.query(removeSql, [rows.map(({ id }) => id), rows.map(({ beat }) => beat)])
  }

  close(): void {
    close(this.#client)
  }
}

/** Not awaited: a server that is silent would delay the next connection. */
function close(client: pg.Client): void {
  client.end().catch(() => undefined)
}

function valuesOf({ id, beat, said, news, heard }: PeerRow): readonly unknown[] {
  return [id, beat, said, JSON.stringify(news), JSON.stringify(heard)]
}

function readRow({ id, beat, said, news, heard }: StoredRow): PeerRow {
  return { id, beat: Number(beat), said: Number(said), news, heard }
}

/** Every process receives every notification, so one is sent to all if it concerns any. */
function writeTold(row: PeerRow, wakes: Wakes): string {
  if (wakes.length === 0) return ''
  const text = JSON.stringify(row)
  return Buffer.byteLength(text) > longestPayload ? 'all' : text
}

function readTold(text: string): PeerRow | undefined {
  return text.startsWith('{') ? (JSON.parse(text) as PeerRow) : undefined
}
