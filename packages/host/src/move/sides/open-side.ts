import { isPostgres, sqlitePath } from '../../database/open-database.ts'
import type { MoveSide, MoveTarget } from './move-side.ts'
import { openPostgresSide } from './postgres-side.ts'
import { openSqliteSide } from './sqlite-side.ts'

/** Opens a database that is there, to be read as it is at this moment. */
export async function openSource(url: string): Promise<MoveSide> {
  return isPostgres(url) ? await openPostgresSide(url, true) : openSqliteSide(sqlitePath(url), true)
}

/** Opens a database that is there, to be written. */
export async function openTarget(url: string): Promise<MoveTarget> {
  return isPostgres(url) ? await openPostgresSide(url, false) : openSqliteSide(sqlitePath(url), false)
}
